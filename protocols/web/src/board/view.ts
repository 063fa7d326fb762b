// Which part of a picture is seen: all of it at zoom 1, and parts around a middle beyond.
export interface View {
  readonly zoom: number;
  readonly x: number; // the middle, in units of the picture
  readonly y: number;
}

export interface Extent {
  readonly width: number;
  readonly height: number;
}

export const MAX_ZOOM = 6;

export const whole = ({ width, height }: Extent): View => ({ zoom: 1, x: width / 2, y: height / 2 });

const between = (value: number, low: number, high: number) =>
  Math.min(Math.max(value, low), Math.max(low, high));

// The nearest view that shows nothing beyond the picture.
export function within(view: View, { width, height }: Extent): View {
  const zoom = between(view.zoom, 1, MAX_ZOOM);
  const halfWidth = width / zoom / 2;
  const halfHeight = height / zoom / 2;
  return {
    zoom,
    x: between(view.x, halfWidth, width - halfWidth),
    y: between(view.y, halfHeight, height - halfHeight),
  };
}

// Zooms so that the point (x, y) of the picture stays where it is seen.
export function zoomAt(view: View, factor: number, x: number, y: number, extent: Extent): View {
  const zoom = between(view.zoom * factor, 1, MAX_ZOOM);
  const ratio = view.zoom / zoom;
  return within(
    { zoom, x: x + (view.x - x) * ratio, y: y + (view.y - y) * ratio },
    extent,
  );
}

export const viewBox = ({ zoom, x, y }: View, { width, height }: Extent): string =>
  [x - width / zoom / 2, y - height / zoom / 2, width / zoom, height / zoom].join(' ');
