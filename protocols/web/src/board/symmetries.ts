import type { BoardAnswer } from '../engine/protocol.ts';
import { stepsAround, turned } from './turned.ts';

// Which cells are the same on an empty board: a turn of it, or a turn over, puts one in the place of
// the other, and each player's edges in the place of their own.

type Point = readonly [x: number, y: number];

const NEAR = 0.2; // of a cell's size: numbers of pictures are rounded

// Where a point is among others, give or take a little; -1 where it is not.
const find = ([x, y]: Point, among: readonly (Point | null)[], near: number): number =>
  among.findIndex(
    (other) => other && Math.abs(other[0] - x) < near && Math.abs(other[1] - y) < near,
  );

// The same board in a picture whose middle is the middle of its cells.
function centred(board: BoardAnswer): BoardAnswer {
  const cells = board.cells.filter((cell) => cell !== null);
  const mean = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
  return {
    ...board,
    width: 2 * mean(cells.map(({ x }) => x)),
    height: 2 * mean(cells.map(({ y }) => y)),
  };
}

const cellsOf = ({ cells }: BoardAnswer) =>
  cells.map((cell) => cell && ([cell.x, cell.y] as const));

const bordersOf = ({ edges }: BoardAnswer, player: string) =>
  edges.filter((edge) => edge.player === player).flatMap(({ points }) => points);

// By cell the first of those that are like it, itself if there is no other.
export function likeCells(asked: BoardAnswer): number[] {
  const board = centred(asked);
  const near = NEAR * Math.min(...board.outline.map(([x, y]) => Math.hypot(x, y)));
  const places = cellsOf(board);
  const first = board.cells.map((_, i) => i);
  for (let steps = 0; steps < stepsAround(board); ++steps) {
    for (const isFlipped of [false, true]) {
      const other = turned(board, { steps, isFlipped });
      const images = cellsOf(other).map((at) => at && find(at, places, near));
      const keepsBorders = ['B', 'W', 'none'].every((player) => {
        const borders = bordersOf(board, player);
        return bordersOf(other, player).every((at) => find(at, borders, near) >= 0);
      });
      if (!keepsBorders || images.includes(-1)) continue;
      images.forEach((image, cell) => {
        if (image !== null) first[image] = Math.min(first[image]!, cell);
      });
    }
  }
  return first;
}
