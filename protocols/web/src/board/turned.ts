import type { BoardAnswer } from '../engine/protocol.ts';

// How a board is laid before the eye: turned by steps of its cells' own symmetry, half a step
// apart, and turned over.
export interface Lie {
  readonly steps: number;
  readonly isFlipped: boolean;
}

// As many steps as lead all round.
export const stepsAround = ({ outline }: BoardAnswer): number => 2 * outline.length;

// The same board as it lies then.
export function turned(board: BoardAnswer, { steps, isFlipped }: Lie): BoardAnswer {
  if (steps === 0 && !isFlipped) return board;
  const angle = (2 * Math.PI * steps) / stepsAround(board);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turn = (x: number, y: number): [number, number] => {
    const across = isFlipped ? -x : x;
    return [across * cos - y * sin, across * sin + y * cos];
  };
  const [middleX, middleY] = [board.width / 2, board.height / 2];
  const place = (x: number, y: number): [number, number] => {
    const [dx, dy] = turn(x - middleX, y - middleY);
    return [middleX + dx, middleY + dy];
  };
  const placed = <Item extends { x: number; y: number }>(item: Item): Item => {
    const [x, y] = place(item.x, item.y);
    return { ...item, x, y };
  };
  return {
    ...board,
    cells: board.cells.map((cell) => cell && placed(cell)),
    labels: board.labels.map(placed),
    outline: board.outline.map(([x, y]) => turn(x, y)) as typeof board.outline,
    edges: board.edges.map((edge) => ({
      ...edge,
      points: edge.points.map(([x, y]) => place(x, y)) as typeof edge.points,
    })),
  };
}
