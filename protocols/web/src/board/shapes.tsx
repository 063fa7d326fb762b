import type { BoardCell } from '../engine/protocol.ts';
import type { Sign } from '../game/shapes.ts';

// Signs that are drawn on cells, around 0, 0, and arrows between cells.

export function SignShape({ sign, size, on }: { sign: Sign; size: number; on: string }) {
  const name = `sign ${on}`;
  switch (sign) {
    case 'CR':
      return <circle class={name} r={0.55 * size} />;
    case 'TR':
      return (
        <path
          class={name}
          d={`M0 ${-0.62 * size}L${0.54 * size} ${0.36 * size}H${-0.54 * size}Z`}
        />
      );
    case 'SQ':
      return (
        <path
          class={name}
          d={`M${-0.45 * size} ${-0.45 * size}h${0.9 * size}v${0.9 * size}h${-0.9 * size}Z`}
        />
      );
    case 'MA': {
      const reach = 0.45 * size;
      return (
        <path
          class={name}
          d={`M${-reach} ${-reach}L${reach} ${reach}M${reach} ${-reach}L${-reach} ${reach}`}
        />
      );
    }
  }
}

const HEAD = 0.5; // of the radius, each side of an arrow's head

export function ArrowShape({
  from,
  to,
  radius,
}: {
  from: BoardCell;
  to: BoardCell;
  radius: number;
}) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const head = HEAD * radius;
  const [tipX, tipY] = [to.x - 0.25 * radius * dx, to.y - 0.25 * radius * dy];
  const [baseX, baseY] = [tipX - head * 1.4 * dx, tipY - head * 1.4 * dy];
  return (
    <g class="arrow">
      <path d={`M${from.x} ${from.y}L${baseX} ${baseY}`} />
      <path
        class="head"
        d={`M${tipX} ${tipY}L${baseX - head * dy} ${baseY + head * dx}L${baseX + head * dy} ${baseY - head * dx}Z`}
      />
    </g>
  );
}
