import { computed } from '@preact/signals';
import { likeCells } from '../board/symmetries.ts';
import type { MoveInfo } from '../engine/protocol.ts';
import { analysis } from './analysis.ts';
import { board, shown } from './game.ts';

// The moves that the search looked at, those that are the same on an empty board as one.

export interface Candidate extends MoveInfo {
  twins: readonly string[]; // the other moves that are the same
}

const likes = computed(() => board.value && likeCells(board.value));

// By the name of a cell that of the first like it, on the board as if it were empty.
export const firstLike = computed<ReadonlyMap<string, string>>(() => {
  const cells = board.value?.cells ?? [];
  return new Map(
    cells.flatMap((cell, i) => (cell ? [[cell.name, cells[likes.value![i]!]!.name] as const] : [])),
  );
});

// Of moves that come best first.
function merged(moves: readonly MoveInfo[]): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const move of moves) {
    const like = firstLike.value.get(move.move) ?? move.move;
    const known = found.get(like);
    found.set(
      like,
      known
        ? { ...known, visits: known.visits + move.visits, twins: [...known.twins, move.move] }
        : { ...move, twins: [] },
    );
  }
  return [...found.values()];
}

export const candidates = computed<Candidate[]>(() => {
  const moves = analysis.value?.answer.moveInfos ?? [];
  const isEmpty = !/[BW]/.test(shown.value?.stones ?? 'B');
  return isEmpty ? merged(moves) : moves.map((move) => ({ ...move, twins: [] }));
});
