import { type Extent, type View, whole, within, zoomAt } from './view.ts';

// Turns what pointers and wheels do on the board into taps, hovers, drawings and views: the right
// button of a mouse draws, a drag looks around
// where there is more than is seen, two fingers zoom, a wheel zooms with Ctrl, as pads send it.

export interface GestureEvents {
  tap(cell: number, isTouch: boolean): void;
  hasPen(): boolean; // what would be a tap or a drag draws
  draw(from: number, to: number): void;
  hover(cell: number | null): void;
  view(view: View): void;
}

const DRAG = 7; // pixels that a tap may stray

export function cellAt(x: number, y: number): number | null {
  const cell = document.elementFromPoint(x, y)?.closest('[data-cell]')?.getAttribute('data-cell');
  return cell == null ? null : Number(cell);
}

interface Pointer {
  x: number;
  y: number;
}

export class Gestures {
  view: View;
  private readonly pointers = new Map<number, Pointer>();
  private begin: Pointer = { x: 0, y: 0 };
  private isDrag = false;
  private drawFrom: number | null = null;
  private hovered: number | null = null;
  private readonly listening = new AbortController();

  constructor(
    private readonly svg: SVGSVGElement,
    private readonly extent: Extent,
    private readonly events: GestureEvents,
  ) {
    this.view = whole(extent);
    const listen = <Name extends keyof SVGElementEventMap>(
      name: Name,
      act: (event: SVGElementEventMap[Name]) => void,
    ) => svg.addEventListener(name, act, { passive: false, signal: this.listening.signal });
    listen('pointerdown', (event) => this.down(event));
    listen('pointermove', (event) => this.move(event));
    listen('pointerup', (event) => this.up(event));
    listen('pointercancel', (event) => this.pointers.delete(event.pointerId));
    listen('pointerleave', () => this.hover(null));
    listen('wheel', (event) => this.wheel(event));
    listen('contextmenu', (event) => event.preventDefault());
    // A click is no wish to go on by keyboard.
    listen('mousedown', (event) => event.preventDefault());
  }

  stop(): void {
    this.listening.abort();
  }

  zoom(factor: number): void {
    this.look(zoomAt(this.view, factor, this.view.x, this.view.y, this.extent));
  }

  reset(): void {
    this.look(whole(this.extent));
  }

  private look(view: View) {
    this.view = view;
    this.events.view(view);
  }

  // Units of the picture in a pixel.
  private scale(): number {
    return 1 / (this.svg.getScreenCTM()?.a ?? 1);
  }

  private point({ x, y }: Pointer): Pointer {
    const matrix = this.svg.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : { x: 0, y: 0 };
  }

  private down(event: PointerEvent) {
    const { clientX: x, clientY: y } = event;
    const draws = event.button === 2 || (event.button === 0 && this.events.hasPen());
    this.drawFrom = draws && this.pointers.size === 0 ? cellAt(x, y) : null;
    if (event.button !== 0 || this.drawFrom !== null) return;
    this.pointers.set(event.pointerId, { x, y });
    if (this.pointers.size === 1) {
      this.begin = { x, y };
      this.isDrag = false;
    } else {
      this.isDrag = true;
    }
  }

  private move(event: PointerEvent) {
    const { clientX: x, clientY: y } = event;
    const before = this.pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse') this.hover(cellAt(x, y));
      return;
    }
    const others = [...this.pointers.entries()].filter(([id]) => id !== event.pointerId);
    this.pointers.set(event.pointerId, { x, y });
    if (Math.hypot(x - this.begin.x, y - this.begin.y) > DRAG) this.isDrag = true;
    if (!this.isDrag) return;
    if (others.length > 0) {
      const fixed = others[0]![1];
      const spread = (point: Pointer) => Math.hypot(point.x - fixed.x, point.y - fixed.y);
      const middle = this.point({ x: (x + fixed.x) / 2, y: (y + fixed.y) / 2 });
      const factor = spread({ x, y }) / Math.max(1, spread(before));
      this.look(zoomAt(this.view, factor, middle.x, middle.y, this.extent));
    } else if (this.view.zoom > 1) {
      const scale = this.scale();
      const view = {
        ...this.view,
        x: this.view.x - (x - before.x) * scale,
        y: this.view.y - (y - before.y) * scale,
      };
      this.look(within(view, this.extent));
    }
  }

  private up(event: PointerEvent) {
    if (this.drawFrom !== null) {
      const to = cellAt(event.clientX, event.clientY);
      if (to !== null) this.events.draw(this.drawFrom, to);
      this.drawFrom = null;
      return;
    }
    if (!this.pointers.delete(event.pointerId) || this.isDrag) return;
    const cell = cellAt(event.clientX, event.clientY);
    if (cell !== null && cell === cellAt(this.begin.x, this.begin.y)) {
      this.events.tap(cell, event.pointerType !== 'mouse');
    }
  }

  private hover(cell: number | null) {
    if (cell === this.hovered) return;
    this.hovered = cell;
    this.events.hover(cell);
  }

  private wheel(event: WheelEvent) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const { x, y } = this.point({ x: event.clientX, y: event.clientY });
    this.look(zoomAt(this.view, Math.exp(-event.deltaY / 200), x, y, this.extent));
  }
}
