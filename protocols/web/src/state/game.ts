import { computed, effect, signal } from '@preact/signals';
import type { BoardAnswer, PositionAnswer, Setup, Turn } from '../engine/protocol.ts';
import { fromFragment, toFragment } from '../game/fragment.ts';
import { type Tree, goTo, newTree, play, turnsTo } from '../game/tree.ts';
import { announce } from './announcer.ts';
import { engine, gameInfo } from './engine.ts';

// The game on the board, where in it one is, and what the engine says stands there.

const FIRST: Setup = {
  game: 'hex',
  boardXSize: 11,
  boardYSize: 11,
  rules: 'swap-pieces',
  initialStones: [],
  initialPlayer: 'B',
};

export const tree = signal<Tree>(newTree(FIRST));
export const board = signal<BoardAnswer | null>(null);
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

// The question about the position where one is. Equal texts are equal positions.
export const positionKey = computed(() => JSON.stringify(positionQuery(tree.value)));

// What stands there now, and nothing until the engine has said so.
export const position = computed(() =>
  answered.value?.key === positionKey.value ? answered.value.position : null,
);
// The same, but the position before for as long; for the eye.
export const shown = computed(() => answered.value?.position ?? null);

// Answers that were given already, so that going to and fro is at once.
const known = new Map<string, PositionAnswer>();
const MOST_KNOWN = 1000;

async function askPosition(key: string): Promise<void> {
  const seen = known.get(key);
  if (seen) {
    answered.value = { key, position: seen };
    return;
  }
  const answer = await engine.ask<PositionAnswer>({
    action: 'query_position',
    ...(JSON.parse(key) as PositionQuery),
  });
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, answer);
  if (key === positionKey.value) answered.value = { key, position: answer };
}

let boardKey = '';

async function askBoard({ game, boardXSize, boardYSize }: Setup): Promise<void> {
  const key = `${game} ${boardXSize} ${boardYSize}`;
  if (key === boardKey) return;
  boardKey = key;
  board.value = null;
  const answer = await engine.ask<BoardAnswer>({
    action: 'query_board',
    game,
    boardXSize,
    boardYSize,
  });
  if (key === boardKey) board.value = answer;
}

export function report(error: unknown): void {
  trouble.value = error instanceof Error ? error.message : String(error);
  announce(trouble.value);
}

// Puts another game on the board.
export function show(next: Tree): void {
  trouble.value = '';
  tree.value = next;
}

// Makes a move where the engine has said that it is legal.
export function makeMove(move: string): boolean {
  const here = position.value;
  if (!here || !here.legalMoves.includes(move)) return false;
  tree.value = play(tree.value, [here.currentPlayer, move]);
  return true;
}

export function visit(node: number): void {
  tree.value = goTo(tree.value, node);
}

export function startGame(): void {
  const linked = location.hash.length > 1 ? fromFragment(location.hash) : null;
  const fallback = tree.value;
  if (linked) tree.value = linked;
  else if (location.hash.length > 1) report('This address holds no game that can be read.');
  effect(() => {
    askBoard(tree.value.setup).catch(report);
  });
  effect(() => {
    const key = positionKey.value;
    askPosition(key).catch((error: unknown) => {
      report(error);
      // A game from an address that the engine refuses.
      if (!answered.value) tree.value = fallback;
    });
  });
  effect(() => {
    history.replaceState(null, '', toFragment(tree.value));
  });
  window.addEventListener('hashchange', () => {
    const next = fromFragment(location.hash);
    if (next) show(next);
  });
}

export const gameTitle = computed(() => {
  const { game, boardXSize, boardYSize } = tree.value.setup;
  const title = gameInfo(game)?.title ?? game;
  return boardXSize === boardYSize && !gameInfo(game)?.isRectangular
    ? `${title} ${boardXSize}`
    : `${title} ${boardXSize} × ${boardYSize}`;
});
