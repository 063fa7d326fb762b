import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { turned } from '../board/turned.ts';
import type { PositionAnswer, Setup, Turn } from '../engine/protocol.ts';
import { type Tree, conceded, play, turnsTo, withWinner } from '../game/tree.ts';
import { plainError } from '../words.ts';
import { announce } from './announcer.ts';
import { askBoard, boardKey, boards } from './boards.ts';
import { changesMoves, done, edit, tree, undo } from './edits.ts';
import { engine, gameInfo, linkState } from './engine.ts';
import { preferences } from './preferences.ts';

// What the engine says of the position on the board, and moves made there.

export const board = computed(() => boards.value.get(boardKey(tree.value.setup)) ?? null);
// The same as it lies before the eye.
const lie = computed(() => preferences.value.lie);
export const boardSeen = computed(() => board.value && turned(board.value, lie.value));
// The latest position that the engine answered for, and to which question.
const answered = signal<{ key: string; position: PositionAnswer } | null>(null);
// What went wrong last, in a line; empty for nothing.
export const trouble = signal('');

export interface PositionQuery extends Setup {
  moves: Turn[];
  [field: string]: unknown;
}

export const positionQuery = (tree: Tree, node = tree.current): PositionQuery => ({
  ...tree.setup,
  moves: turnsTo(tree, node),
});

const keyOf = (tree: Tree, node?: number): string => JSON.stringify(positionQuery(tree, node));

// The question about the position where one is. Equal texts are equal positions.
export const positionKey = computed(() => keyOf(tree.value));

// What stands there now, and nothing until the engine has said so.
export const position = computed(() =>
  answered.value?.key === positionKey.value ? answered.value.position : null,
);
// The same, but the position before for as long; for the eye.
export const shown = computed(() => answered.value?.position ?? null);

// Answers that were given already, so that going to and fro is at once.
const known = new Map<string, PositionAnswer>();
const MAX_KNOWN = 1000;

// What stands in the position of a question. Rejects where there is none.
async function look(key: string): Promise<PositionAnswer> {
  const seen = known.get(key);
  if (seen) return seen;
  const answer = await engine.ask<PositionAnswer>({
    action: 'query_position',
    ...(JSON.parse(key) as PositionQuery),
  });
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, answer);
  return answer;
}

// Rejects where the engine does not take the game as far as a node.
export const checkGame = (tree: Tree, node: number): Promise<unknown> => look(keyOf(tree, node));

async function askPosition(key: string): Promise<void> {
  const position = await look(key);
  if (key === positionKey.value) answered.value = { key, position };
}

export function report(error: unknown): void {
  trouble.value = plainError(error);
  announce(trouble.value);
}

// A move that is made as soon as the engine has said what stands there after it: so the board and
// the list of moves never differ. To go elsewhere meanwhile takes it back.
const asked = signal<{ from: Tree; move: string } | null>(null);
export const comingMove = computed(() =>
  asked.value && isSamePlace(asked.value.from, tree.value) ? asked.value.move : null,
);

// Whether two states of a game differ at most in what is written or drawn.
const isSamePlace = (a: Tree, b: Tree): boolean =>
  a.current === b.current && !changesMoves(a, b);

// Makes a move where the engine has said that it is legal. Another one may take its place only
// while the engine cannot be reached.
export function makeMove(
  move: string,
  {
    isOfEngine = false,
    amend = (made: Tree): Tree => made,
    onMade = (_from: Tree, _to: Tree): void => {},
  } = {},
): boolean {
  const here = position.value;
  if (!here || !here.legalMoves.includes(move)) return false;
  if (comingMove.value !== null && linkState.value === 'open') return false;
  // Who goes on after all has not given up.
  const after = (now: Tree) =>
    amend(play(conceded(now) ? { ...now, result: '' } : now, [here.currentPlayer, move]));
  const key = keyOf(after(tree.value));
  const request = { from: tree.value, move };
  asked.value = request;
  const settle = (then: () => void) =>
    batch(() => {
      if (asked.value !== request) return;
      const isWanted = comingMove.value !== null;
      asked.value = null;
      if (isWanted) then();
    });
  look(key).then(
    (position) =>
      settle(() => {
        answered.value = { key, position };
        const from = tree.value;
        const made = withWinner(after(from), position.winner);
        if (made.nodes.length > from.nodes.length) edit(made, isOfEngine);
        else tree.value = made;
        onMade(from, made);
      }),
    (error: unknown) => settle(() => report(error)),
  );
  return true;
}

// What is done as soon as the engine has said what stands where one is, for who is quicker than that.
// Another takes its place, and to go elsewhere forgets it.
let awaiting: { key: string; act: () => void } | null = null;
export function whenKnown(act: () => void): void {
  awaiting = null;
  if (position.value) act();
  else awaiting = { key: positionKey.value, act };
}

// Takes back what was done last: a move that still waits, else the latest edit.
export function takeBack(): void {
  if (comingMove.value === null) undo();
  else asked.value = null;
}
export const canTakeBack = computed(() => comingMove.value !== null || done.value.length > 0);

export function startGame(): void {
  effect(() => {
    askBoard(tree.value.setup).catch(report);
  });
  effect(() => {
    askPosition(positionKey.value).catch(report);
  });
  effect(() => {
    const [key, isKnown] = [positionKey.value, position.value !== null];
    if (awaiting?.key === key && !isKnown) return;
    const act = awaiting?.key === key ? awaiting.act : null;
    awaiting = null;
    if (act) untracked(act);
  });
}

export const gameTitle = computed(() => {
  const { game, boardXSize, boardYSize } = tree.value.setup;
  const title = gameInfo(game)?.title ?? game;
  return boardXSize === boardYSize && !gameInfo(game)?.isRectangular
    ? `${title} ${boardXSize}`
    : `${title} ${boardXSize} × ${boardYSize}`;
});
