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

export interface Edit {
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

// Changes the game once more as part of one edit, as each letter of a text does. `last` is what the
// call before returned: where anything else was done since, this is an edit of its own.
export function editOn(next: Tree, last: Edit | null): Edit {
  if (last && last === done.value.at(-1)) tree.value = next;
  else edit(next);
  return done.value.at(-1)!;
}

// Whether an edit that led from one tree to the other made a move or took some back, rather than
// write or draw something.
export const changesMoves = (from: Tree, to: Tree): boolean =>
  from.setup !== to.setup || from.nodes.length !== to.nodes.length;

// Takes the latest edit from one list, and remembers in the other how to come back from there.
function step(from: typeof done, to: typeof done): void {
  const last = from.value.at(-1);
  if (!last) return;
  from.value = from.value.slice(0, -1);
  to.value = [...to.value, { ...last, tree: tree.value }];
  tree.value = last.tree;
}

// The engine's answer goes together with the move that it answers, and what was written in between:
// alone it would be made again at once. That move may be from before the page was loaded.
export function undo(): void {
  let isAnswer = false;
  do {
    const last = done.value.at(-1);
    if (last && (last.isOfEngine || changesMoves(last.tree, tree.value)))
      isAnswer = last.isOfEngine;
    step(done, undone);
  } while (isAnswer && done.value.length > 0);
  if (isAnswer) tree.value = back(tree.value);
}

// Whether of what was undone the engine's answer comes before another move.
function isAnswerNext(): boolean {
  let from = tree.value;
  for (const { tree: to, isOfEngine } of undone.value.toReversed()) {
    if (isOfEngine) return true;
    if (changesMoves(from, to)) return false;
    from = to;
  }
  return false;
}

export function redo(): void {
  do step(undone, done);
  while (isAnswerNext());
}

export function visit(node: number): void {
  tree.value = goTo(tree.value, node);
}
