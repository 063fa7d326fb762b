import type { BoardAnswer } from '../engine/protocol.ts';

// A rectangle of the picture.
export interface Extent {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

// Which part of an extent is seen: all of it at zoom 1, and parts around a middle beyond.
export interface View {
  readonly zoom: number;
  readonly x: number; // the middle, in units of the picture
  readonly y: number;
}

export const MAX_ZOOM = 6;

// All that is drawn of a board, with as little around it as there may be.
export function extentOf({ cells, labels, outline }: BoardAnswer): Extent {
  const reach = Math.max(...outline.map(([x, y]) => Math.hypot(x, y)));
  const places = [...cells.filter((cell) => cell !== null), ...labels];
  const xs = places.map(({ x }) => x);
  const ys = places.map(({ y }) => y);
  const left = Math.min(...xs) - reach;
  const top = Math.min(...ys) - reach;
  return {
    left,
    top,
    width: Math.max(...xs) + reach - left,
    height: Math.max(...ys) + reach - top,
  };
}

export const whole = ({ left, top, width, height }: Extent): View => ({
  zoom: 1,
  x: left + width / 2,
  y: top + height / 2,
});

const between = (value: number, low: number, high: number) =>
  Math.min(Math.max(value, low), Math.max(low, high));

// The nearest view that shows nothing beyond the extent.
export function within(view: View, { left, top, width, height }: Extent): View {
  const zoom = between(view.zoom, 1, MAX_ZOOM);
  const halfWidth = width / zoom / 2;
  const halfHeight = height / zoom / 2;
  return {
    zoom,
    x: between(view.x, left + halfWidth, left + width - halfWidth),
    y: between(view.y, top + halfHeight, top + height - halfHeight),
  };
}

// Zooms so that the point (x, y) of the picture stays where it is seen.
export function zoomAt(view: View, factor: number, x: number, y: number, extent: Extent): View {
  const zoom = between(view.zoom * factor, 1, MAX_ZOOM);
  const ratio = view.zoom / zoom;
  return within({ zoom, x: x + (view.x - x) * ratio, y: y + (view.y - y) * ratio }, extent);
}

export const viewBox = ({ zoom, x, y }: View, { width, height }: Extent): string =>
  [x - width / zoom / 2, y - height / zoom / 2, width / zoom, height / zoom].join(' ');
