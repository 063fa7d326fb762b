import { computed, signal } from '@preact/signals';
import type { Player, Setup, Turn } from '../engine/protocol.ts';
import { newTree } from '../game/tree.ts';
import { show } from './address.ts';
import { tree } from './edits.ts';
import { board, checkGame, report, shown } from './game.ts';
import { leaveQuiz } from './quiz.ts';

// A position that is being set up by hand, on the board that there is, until another game comes there.
export interface Placing {
  of: Setup; // of the game before
  stones: string; // a character a cell: 'B', 'W' or '.'
  brush: Player | '.';
  next: Player; // whose turn it is
}

const latest = signal<Placing | null>(null);
export const placing = computed(() =>
  latest.value?.of === tree.value.setup ? latest.value : null,
);

export function startPlacing(): void {
  leaveQuiz();
  const cells = board.value?.cells.length ?? 0;
  const here = shown.value;
  const stones = here?.stones.length === cells ? here.stones : '.'.repeat(cells);
  const { setup } = tree.value;
  latest.value = { of: setup, stones, brush: 'B', next: here?.currentPlayer ?? 'B' };
}

export function change(change: Partial<Placing>): void {
  if (placing.value) latest.value = { ...placing.value, ...change };
}

export const clearStones = (): void =>
  change({ stones: placing.value!.stones.replace(/[BW]/g, '.') });

// A stone of the brush's colour, or none where there is such a one.
export function placeStone(cell: number): void {
  const { stones, brush } = placing.value!;
  const stone = stones[cell] === brush ? '.' : brush;
  change({ stones: stones.slice(0, cell) + stone + stones.slice(cell + 1) });
}

export const leavePlacing = (): void => void (latest.value = null);

// Goes on from there, in a game of its own, without a swap.
export async function finishPlacing(): Promise<void> {
  const { stones, next } = placing.value!;
  const initialStones = (board.value?.cells ?? []).flatMap((cell, i): Turn[] =>
    cell && stones[i] !== '.' ? [[stones[i] as Player, cell.name]] : [],
  );
  const made = newTree({
    ...tree.value.setup,
    rules: 'none',
    initialStones,
    initialPlayer: next,
  });
  try {
    await checkGame(made, 0);
    leavePlacing();
    show(made);
  } catch (error) {
    report(error);
  }
}
