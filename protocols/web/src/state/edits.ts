import { signal } from '@preact/signals';
import type { Setup } from '../engine/protocol.ts';
import { type Tree, back, goTo, newTree } from '../game/tree.ts';

// The game on the board, and what it was before each change, so that every change can be undone.
// A game is known by its setup: trees that hold the same one are states of the same game.

const FIRST: Setup = {
  game: 'hex',
  boardXSize: 11,
  boardYSize: 11,
  rules: 'swap-pieces',
  initialStones: [],
  initialPlayer: 'B',
};

export const tree = signal<Tree>(newTree(FIRST));

// Games that were changed here or brought in from elsewhere: these are kept.
const touched = new WeakSet<Setup>();
export const touch = ({ setup }: Tree): void => void touched.add(setup);
export const isTouched = ({ setup }: Tree): boolean => touched.has(setup);

interface Edit {
  tree: Tree; // before it, or among undone ones after it
  isOfEngine: boolean;
}

const MAX_EDITS = 200;
export const done = signal<readonly Edit[]>([]);
export const undone = signal<readonly Edit[]>([]);

// Changes the game, or puts another on the board.
export function edit(next: Tree, isOfEngine = false): void {
  if (next.setup === tree.value.setup) touch(next);
  done.value = [...done.value.slice(1 - MAX_EDITS), { tree: tree.value, isOfEngine }];
  undone.value = [];
  tree.value = next;
}

// Takes the latest edit from one list, and remembers in the other how to come back from there.
function step(from: typeof done, to: typeof done): boolean {
  const last = from.value.at(-1);
  if (!last) return false;
  from.value = from.value.slice(0, -1);
  to.value = [...to.value, { ...last, tree: tree.value }];
  tree.value = last.tree;
  return last.isOfEngine;
}

// The engine's answer goes together with the move that it answers: alone it would be made again at
// once. That move may be from before the page was loaded.
export function undo(): void {
  let isOfEngine = false;
  do isOfEngine = step(done, undone);
  while (isOfEngine && done.value.length > 0);
  if (isOfEngine) tree.value = back(tree.value);
}
export function redo(): void {
  step(undone, done);
  while (undone.value.at(-1)?.isOfEngine) step(undone, done);
}

export function visit(node: number): void {
  tree.value = goTo(tree.value, node);
}
