import { computed, effect, signal } from '@preact/signals';
import type { Player } from '../engine/protocol.ts';
import {
  type Ending,
  type Tree,
  conceded,
  isLineEnd,
  newTree,
  other,
  pathTo,
  promote,
} from '../game/tree.ts';
import { texts } from '../texts.ts';
import { playerName } from '../words.ts';
import { show } from './address.ts';
import { announce } from './announcer.ts';
import { edit, tree } from './edits.ts';
import { makeMove, position, positionKey } from './game.ts';
import { mode } from './mode.ts';
import { placing } from './placing.ts';
import { prefer, preferences } from './preferences.ts';
import { isAsked, quiz, tryMove } from './quiz.ts';
import { judge } from './teacher.ts';

// Whom one plays with, whose turn that makes it, and how a game ends and another begins.

export type Side = Player | 'none';

// Players change colours where they swap sides. What is preferred is the engine's colour at first.
const after = (side: Side, isExchanged: boolean): Side =>
  side !== 'none' && isExchanged ? other(side) : side;
const areExchanged = computed(
  () =>
    pathTo(tree.value, tree.value.current).filter(
      (node) => tree.value.nodes[node]!.move?.[1] === 'swap-sides',
    ).length %
      2 ===
    1,
);

export const engineColour = computed(() => after(preferences.value.engineSide, areExchanged.value));
export const chooseEngineColour = (side: Side): void =>
  prefer({ engineSide: after(side, areExchanged.value) });

// Who has won where one is, on the board or as the other gave up or ran out of time.
export const winner = computed(
  () => position.value?.winner ?? conceded(tree.value)?.winner ?? null,
);

const engineName = (): string =>
  texts.seats.engine(Number(preferences.value.overrides['level'] ?? 0));

// What a player of the game on the board is called; while the engine plays it is known by its colour.
export function nameOf(player: Player): string {
  const name = tree.value[player === 'B' ? 'blackName' : 'whiteName'];
  const isOn = mode.value === 'play' && engineColour.value !== 'none' && winner.value === null;
  if (name !== '' && !(isOn && texts.seats.isEngine(name))) return name;
  return isOn && player === engineColour.value ? engineName() : playerName(player);
}

// A game in which the engine has just moved, with its name for whom it plays now.
export function withEngineName(made: Tree): Tree {
  const move = made.nodes[made.current]!.move!;
  const colour = move[1] === 'swap-sides' ? other(move[0]) : move[0];
  const named = (name: string, player: Player) =>
    name !== '' && !texts.seats.isEngine(name) ? name : player === colour ? engineName() : '';
  return { ...made, blackName: named(made.blackName, 'B'), whiteName: named(made.whiteName, 'W') };
}

const isOfEngine = computed(
  () =>
    mode.value === 'play' &&
    position.value !== null &&
    winner.value === null &&
    position.value.currentPlayer === engineColour.value,
);

// Whether a move is being judged before the engine answers it.
const isJudging = signal(false);

// Whether the engine is to move: where the game goes on already it waits, so that one may look back,
// and while a position is set up.
export const isEnginesTurn = computed(
  () => isOfEngine.value && isLineEnd(tree.value) && !isJudging.value && placing.value === null,
);

// The ways to swap that the user has, and the stone that may be taken over.
export const swaps = computed(() =>
  isOfEngine.value || winner.value !== null || (isAsked.value && quiz.value!.isSolved)
    ? []
    : (position.value?.legalMoves ?? []).filter((move) => move.startsWith('swap')),
);
export const stoneToSwap = computed(() => {
  const stones = position.value?.stones ?? '';
  const index = stones.search(/[BW]/);
  return swaps.value.length > 0 && index >= 0 ? index : null;
});

// What there is to say of a position beside whose turn it is: why something cannot be, or from where
// it was read. It is gone with the position.
export const notice = signal('');
export function notify(text: string): void {
  notice.value = text;
  announce(text);
}

function makeOwnMove(move: string): boolean {
  const player = position.value?.currentPlayer;
  const isTaught =
    preferences.value.teaches && mode.value === 'play' && engineColour.value !== 'none';
  if (!isTaught || !player) return makeMove(move);
  const onMade = (from: Tree, to: Tree) => {
    isJudging.value = true;
    void judge(from, to, player, move).then((reason) => {
      if (reason) notify(reason);
      isJudging.value = false;
    });
  };
  return makeMove(move, { onMade });
}

function answer(move: string): boolean {
  const isLegal = position.value?.legalMoves.includes(move) ?? false;
  if (isLegal) void tryMove(move);
  return isLegal;
}

// The user's move, or answer where one is to be found.
export function playMove(move: string): boolean {
  if (isAsked.value) return answer(move);
  if (!isOfEngine.value) return makeOwnMove(move);
  const name = playerName(position.value!.currentPlayer);
  notify(isEnginesTurn.value ? texts.caption.engineThinks(name) : texts.caption.engineWaits(name));
  return false;
}

// Who gives up: not the engine; without one, who is to move.
export function resign(): void {
  const here = position.value;
  if (!here || winner.value) return;
  const engine = engineColour.value;
  concede(engine === 'none' ? other(here.currentPlayer) : engine, 'R');
}

// The game is over where one is, and this player has won.
export function concede(winner: Player, how: Ending): void {
  edit({ ...promote(tree.value, tree.value.current), result: `${winner}+${how}` });
  announce(`${playerName(other(winner))} ${texts.ended[how]}.`);
}

const FIRST_LEVEL = 5; // neither the weakest nor the strongest

// For who comes to play, and has not said how.
export function beginPlaying(): void {
  const { overrides } = preferences.value;
  prefer({ mode: 'play', engineSide: 'W', overrides: { level: FIRST_LEVEL, ...overrides } });
}

// The same game anew; who began now comes second.
export function rematch(): void {
  prefer({ engineSide: after(preferences.value.engineSide, true) });
  const { setup, blackName, whiteName } = tree.value;
  show({ ...newTree({ ...setup }), blackName: whiteName, whiteName: blackName });
}

export function startNotices(): void {
  effect(() => {
    void positionKey.value;
    notice.value = '';
  });
}
