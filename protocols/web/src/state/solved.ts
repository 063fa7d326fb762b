import { signal } from '@preact/signals';
import type { GameTree } from '../engine/protocol.ts';
import { toFragment } from '../game/fragment.ts';
import { fromGameFile } from '../game/game_file.ts';

// Which problems were solved in this browser.

const KEY = 'isthmus.solved';
const MOST = 10_000;

function read(): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[];
  } catch {
    return [];
  }
}

export const solved = signal<ReadonlySet<string>>(new Set(read()));

// What a problem is known by: the address of its position.
export const problemKey = (game: GameTree): string => toFragment(fromGameFile(game));

export function markSolved(key: string): void {
  // Other windows may have solved others meanwhile.
  const all = new Set([...read(), ...solved.value, key]);
  solved.value = all;
  try {
    localStorage.setItem(KEY, JSON.stringify([...all].slice(-MOST)));
  } catch {
    // Without storage they hold until the page is left.
  }
}
