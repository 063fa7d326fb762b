import { computed, signal } from '@preact/signals';
import type { Following } from '../engine/link.ts';
import type { OpeningStone, OpeningsAnswer } from '../engine/protocol.ts';
import { announce } from './announcer.ts';
import { engine } from './engine.ts';
import { report, tree } from './game.ts';

// A map of what every first stone is worth, on the board as it is chosen.

interface OpeningMap {
  key: string;
  done: number;
  of: number;
  stones: OpeningStone[] | null; // none until it has ended
}

const latest = signal<OpeningMap | null>(null);
let following: Following | null = null;

const keyOf = () => {
  const { game, boardXSize, boardYSize } = tree.value.setup;
  return JSON.stringify({ game, boardXSize, boardYSize });
};

export const openingMap = computed(() => (latest.value?.key === keyOf() ? latest.value : null));

export function startOpenings(visits: number): void {
  following?.drop();
  const key = keyOf();
  latest.value = { key, done: 0, of: 0, stones: null };
  following = engine.follow<OpeningsAnswer & { done?: number; of?: number }>(
    { action: 'openings', ...JSON.parse(key), maxVisits: visits },
    (answer, isFinal) => {
      const { done = 0, of = 0 } = answer;
      latest.value = { key, done, of, stones: isFinal ? answer.stones : null };
      if (isFinal) announce('The map of openings is ready.');
    },
    (error) => {
      latest.value = null;
      report(error);
    },
  );
}

export const finishOpenings = (): void => following?.finish();
