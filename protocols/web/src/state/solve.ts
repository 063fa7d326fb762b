import { computed } from '@preact/signals';
import type { SolveAnswer } from '../engine/protocol.ts';
import { texts } from '../texts.ts';
import { playerName } from '../words.ts';
import { announce } from './announcer.ts';
import { positionKey } from './game.ts';
import { LongAction } from './long_action.ts';

// Who wins a position for certain. Its subject is the question about the position.

const action = new LongAction<string, SolveAnswer>();

// What was proven of the position on the board.
export const solution = computed(() => {
  const latest = action.state.value;
  return latest?.subject === positionKey.value ? latest : null;
});

export function sayWinner({ winner }: SolveAnswer): string {
  if (winner === null) return texts.solve.notProven;
  return winner === 'draw' ? texts.solve.draw : texts.solve.wins(playerName(winner));
}

export function startSolve(seconds: number): void {
  const subject = positionKey.value;
  action.start(subject, { action: 'solve', ...JSON.parse(subject), maxTime: seconds }, (answer) =>
    announce(sayWinner(answer)),
  );
}

export const finishSolve = (): void => action.finish();
