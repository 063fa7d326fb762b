import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { BoardAnswer } from '../engine/protocol.ts';
import { texts } from '../texts.ts';
import { Cell } from './cell.tsx';
import { type Arrow, middle, step } from './cursor.ts';
import { Gestures } from './gestures.ts';
import type { Link, Marks } from './marks.ts';
import { ArrowShape } from './shapes.tsx';
import { type View, extentOf, viewBox, whole } from './view.ts';

// A board of any shape, as its geometry says: state in, events out. It knows of no rules and of no
// engine. A mouse places at once, a finger on the second tap; by keyboard it is one stop of the Tab
// key, arrows move a cursor, and Enter or Space place.

export interface BoardProps {
  geometry: BoardAnswer;
  stones: string; // a character a cell: 'B', 'W' or '.'
  marks: Marks;
  links?: readonly Link[];
  arrows?: readonly (readonly [from: number, to: number])[];
  // Cells with stones take a click, too, and one touch is enough.
  isSetup?: boolean;
  hasPen?: boolean; // a tap or a drag draws
  label: string; // what a screen reader calls the board
  tools?: ComponentChildren; // beside the buttons that zoom
  onPlace?(cell: number): void;
  onDraw?(from: number, to: number): void; // a sign, where both are the same
  onHover?(cell: number | null): void;
  // The cursor came to a cell, or a finger chose one that a second tap would place on.
  onCursor?(cell: number, isPending: boolean): void;
  onPending?(cell: number | null): void; // where a second tap would place, from now on
}

const points = (list: readonly (readonly [number, number])[]) =>
  list.map(([x, y]) => `${x},${y}`).join(' ');

// The radius of the largest circle around 0, 0 in a polygon.
function innerRadius(outline: readonly (readonly [number, number])[]): number {
  return Math.min(
    ...outline.map(([x, y], i) => {
      const [nextX, nextY] = outline[(i + 1) % outline.length]!;
      return Math.abs(x * nextY - y * nextX) / Math.hypot(nextX - x, nextY - y);
    }),
  );
}

export function Board(props: BoardProps) {
  const { geometry, stones, marks, links = [], arrows = [], label } = props;
  const svg = useRef<SVGSVGElement>(null);
  const gestures = useRef<Gestures | null>(null);
  const extent = useMemo(() => extentOf(geometry), [geometry]);
  const [view, setView] = useState<View>(() => whole(extent));
  const [cursor, setCursor] = useState<number | null>(null);
  const [pending, setPending] = useState<number | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const latestPending = useRef(pending);
  latestPending.current = pending;

  useEffect(() => {
    setView(whole(extent));
    setCursor(null);
    const made = new Gestures(svg.current!, extent, {
      tap: (cell, isTouch) => {
        const { stones, marks, isSetup, onPlace, onCursor } = latest.current;
        const isOpen = isSetup || stones[cell] === '.' || marks.get(cell)?.isSwap;
        if (!onPlace || !isOpen) return setPending(null);
        if (isTouch && !isSetup && latestPending.current !== cell) {
          setPending(cell);
          onCursor?.(cell, true);
          return;
        }
        setPending(null);
        onPlace(cell);
      },
      hasPen: () => latest.current.hasPen ?? false,
      draw: (from, to) => latest.current.onDraw?.(from, to),
      hover: (cell) => latest.current.onHover?.(cell),
      view: setView,
    });
    gestures.current = made;
    return () => made.stop();
  }, [geometry]);
  // What was chosen is for the position in which it was.
  useEffect(() => setPending(null), [stones]);
  useEffect(() => props.onPending?.(pending), [pending]);

  const outline = useMemo(() => points(geometry.outline), [geometry]);
  const radius = useMemo(() => innerRadius(geometry.outline), [geometry]);
  const frame = useMemo(() => <Frame geometry={geometry} radius={radius} />, [geometry, radius]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key.startsWith('Arrow')) {
      event.preventDefault();
      event.stopPropagation();
      const to = cursor === null ? middle(geometry) : step(geometry, cursor, event.key as Arrow);
      setCursor(to);
      props.onCursor?.(to, false);
    } else if ((event.key === 'Enter' || event.key === ' ') && cursor !== null) {
      event.preventDefault();
      props.onPlace?.(cursor);
    }
  };
  const onFocus = () => {
    const cell = cursor ?? middle(geometry);
    setCursor(cell);
    props.onCursor?.(cell, false);
  };

  return (
    <div class="board">
      <svg
        ref={svg}
        class={`${view.zoom > 1 ? 'zoomed' : ''} ${props.hasPen ? 'pen' : ''}`}
        viewBox={viewBox(view, extent)}
        style={{ '--aspect': extent.width / extent.height }}
        role="application"
        aria-label={label}
        aria-describedby="board-help"
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={() => setCursor(null)}
      >
        <g aria-hidden="true" style={{ '--r': `${radius}px` }}>
          {geometry.cells.map(
            (cell, index) =>
              cell && (
                <Cell
                  key={index}
                  index={index}
                  x={cell.x}
                  y={cell.y}
                  outline={outline}
                  radius={radius}
                  stone={stones[index] ?? '.'}
                  mark={marks.get(index)}
                  hasCursor={cursor === index}
                  isPending={pending === index}
                />
              ),
          )}
          {frame}
          <Links cells={geometry.cells} links={links} />
          {arrows.map(([from, to]) => {
            const a = geometry.cells[from];
            const b = geometry.cells[to];
            return a && b && <ArrowShape key={`${from} ${to}`} from={a} to={b} radius={radius} />;
          })}
        </g>
      </svg>
      <Zoom
        isZoomed={view.zoom > 1}
        tools={props.tools}
        onZoom={(factor) => gestures.current?.zoom(factor)}
        onWhole={() => gestures.current?.reset()}
      />
    </div>
  );
}

// Connections between cells, as lines.
function Links({ cells, links }: { cells: BoardAnswer['cells']; links: readonly Link[] }) {
  return links.map(({ player, from, to }) => {
    const a = cells[from];
    const b = cells[to];
    const colour = player === 'B' ? 'black' : 'white';
    return a && b && <line class={`link ${colour}`} x1={a.x} y1={a.y} x2={b.x} y2={b.y} />;
  });
}

interface ZoomProps {
  isZoomed: boolean;
  tools?: ComponentChildren;
  onZoom(factor: number): void;
  onWhole(): void;
}

function Zoom({ isZoomed, tools, onZoom, onWhole }: ZoomProps) {
  return (
    <div class="zoom" role="group" aria-label={texts.board.view}>
      <button aria-label={texts.board.zoomIn} onClick={() => onZoom(1.5)}>
        +
      </button>
      <button aria-label={texts.board.zoomOut} disabled={!isZoomed} onClick={() => onZoom(1 / 1.5)}>
        −
      </button>
      {tools}
      {isZoomed && (
        <button aria-label={texts.board.whole} onClick={onWhole}>
          1:1
        </button>
      )}
    </div>
  );
}

// What does not change in a game: the border in the colours of those who want to join it, and
// coordinates.
function Frame({ geometry, radius }: { geometry: BoardAnswer; radius: number }) {
  return (
    <g class="frame">
      {(['W', 'B'] as const).flatMap((player) =>
        geometry.edges
          .filter((edge) => edge.player === player)
          .map((edge, i) => (
            <g key={player + i}>
              <polyline class="edge rim" points={points(edge.points)} />
              <polyline
                class={`edge ${player === 'B' ? 'black' : 'white'}`}
                points={points(edge.points)}
              />
            </g>
          )),
      )}
      {geometry.edges
        .filter((edge) => edge.player === 'none')
        .map((edge, i) => (
          <polyline key={i} class="edge none" points={points(edge.points)} />
        ))}
      {geometry.labels.map(({ text, x, y }) => (
        <text
          key={`${x} ${y}`}
          class="coordinate"
          x={x}
          y={y + 0.22 * radius}
          font-size={0.66 * radius}
        >
          {text}
        </text>
      ))}
    </g>
  );
}
