import { effect, signal } from '@preact/signals';
import type { Lie } from '../board/turned.ts';
import { areRedAndBlue } from '../words.ts';

// What a user likes, kept in this browser.

// What the page may be used for.
export const MODES = ['play', 'analyse', 'learn', 'openings', 'watch'] as const;
export type Mode = (typeof MODES)[number];

// Time for all moves of a player, and what each move adds to it. Without minutes there is no clock.
export interface TimeControl {
  minutes: number;
  increment: number; // seconds
}

export interface Preferences {
  mode: Mode | null; // nothing was chosen yet
  theme: 'auto' | 'light' | 'dark';
  hints: boolean;
  ownership: boolean;
  connections: boolean;
  names: boolean; // of cells, in them
  numbers: boolean; // of moves, on their stones
  stones: 'classic' | 'slate' | 'red-blue';
  last: 'dot' | 'ring' | 'cell'; // how the last move is marked
  lie: Lie; // of the board
  engineSide: 'none' | 'B' | 'W';
  teaches: boolean; // moves that lose much are taken back
  clock: TimeControl;
  analysisVisits: number;
  // Settings of the engine by name, where they are not as the engine has them.
  overrides: Record<string, number | boolean>;
}

const KEY = 'isthmus.preferences';

const DEFAULTS: Preferences = {
  mode: null,
  theme: 'auto',
  hints: true,
  ownership: false,
  connections: false,
  names: false,
  numbers: false,
  stones: 'classic',
  last: 'dot',
  lie: { steps: 0, isFlipped: false },
  engineSide: 'none',
  teaches: false,
  clock: { minutes: 0, increment: 0 },
  analysisVisits: 5000,
  overrides: { time: 2 },
};

function read(): Preferences {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return DEFAULTS; // no storage, or something else in it
  }
}

export const preferences = signal<Preferences>(read());

// Only what is changed is written: other windows may have changed the rest.
export function prefer(change: Partial<Preferences>): void {
  preferences.value = { ...preferences.value, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), ...change }));
  } catch {
    // Without storage they hold until the page is left.
  }
}

// Sets one of the engine's settings, or where there is no value leaves it to the engine.
export function override(name: string, value: number | boolean | undefined): void {
  const overrides = { ...preferences.value.overrides };
  if (value === undefined) delete overrides[name];
  else overrides[name] = value;
  prefer({ overrides });
}

effect(() => {
  const { theme, stones, last } = preferences.value;
  areRedAndBlue.value = stones === 'red-blue';
  Object.assign(document.documentElement.dataset, { theme, stones, last });
});
