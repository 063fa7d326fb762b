import type { BoardAnswer } from '../engine/protocol.ts';

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

const DIRECTIONS: Record<Arrow, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const NEAR = 1.5; // times as far as the nearest cell is the next one at most
const WIDE = 0.7; // the cosine of how far it may lie beside the arrow

// The cell that an arrow leads to from another, as the board lies: the nearest on that side, in the
// same column where two are as near, so that to and fro lead back. At the border it stays.
export function step(board: BoardAnswer, from: number, arrow: Arrow): number {
  const here = board.cells[from];
  if (!here) return from;
  const [towardsX, towardsY] = DIRECTIONS[arrow];
  let best = from;
  let least = Infinity;
  let nearest = Infinity; // in any direction
  board.cells.forEach((cell, index) => {
    if (!cell || index === from) return;
    const [x, y] = [cell.x - here.x, cell.y - here.y];
    const distance = Math.hypot(x, y);
    nearest = Math.min(nearest, distance);
    // The column decides only between cells that are as near.
    const cost = distance + (cell.column === here.column ? 0 : 1e-3);
    if (x * towardsX + y * towardsY >= WIDE * distance && cost < least) {
      least = cost;
      best = index;
    }
  });
  return least <= NEAR * nearest ? best : from;
}

// Where the cursor begins: the cell nearest to the middle of the board.
export function middle(board: BoardAnswer): number {
  let best = 0;
  let least = Infinity;
  board.cells.forEach((cell, index) => {
    if (!cell) return;
    const distance = Math.hypot(cell.x - board.width / 2, cell.y - board.height / 2);
    if (distance < least) {
      least = distance;
      best = index;
    }
  });
  return best;
}
