import type { BoardAnswer } from '../engine/protocol.ts';

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

// The cell that an arrow leads to from another: along the row, or to the nearest of the row above
// or below, in the same column where two are as near, so that up and down again lead back. At the
// border it stays.
export function step(board: BoardAnswer, from: number, arrow: Arrow): number {
  const here = board.cells[from];
  if (!here) return from;
  const isAcross = arrow === 'ArrowLeft' || arrow === 'ArrowRight';
  const sign = arrow === 'ArrowLeft' || arrow === 'ArrowUp' ? -1 : 1;
  let best = from;
  let least = Infinity;
  board.cells.forEach((cell, index) => {
    if (!cell || index === from) return;
    const isThere = isAcross
      ? cell.row === here.row && Math.sign(cell.x - here.x) === sign
      : cell.row === here.row + sign;
    // The column decides only between cells that are as near.
    const distance = Math.abs(cell.x - here.x) + (cell.column === here.column ? 0 : 1e-3);
    if (isThere && distance < least) {
      least = distance;
      best = index;
    }
  });
  return best;
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
