import { computed, effect, signal } from '@preact/signals';
import type { Player } from '../engine/protocol.ts';
import { isLineEnd, other, turnsTo } from '../game/tree.ts';
import { done, tree } from './edits.ts';
import { comingMove, position } from './game.ts';
import { keyOf } from './keeping.ts';
import { mode } from './mode.ts';
import { concede, winner } from './opponent.ts';
import { preferences } from './preferences.ts';

// The players' clocks. What a player has spent is counted by whether they began, as colours change
// where sides are swapped; it outlives a reload of the page.

interface Spent {
  game: number; // as what it is kept
  seconds: readonly [first: number, second: number];
}

const KEY = 'isthmus.clock';
const TICK = 200; // milliseconds

function read(): Spent | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Spent | null;
  } catch {
    return null;
  }
}

const spent = signal<Spent | null>(read());
const secondsSpent = computed(() =>
  spent.value?.game === keyOf(tree.value) ? spent.value.seconds : ([0, 0] as const),
);

type Seat = 0 | 1;

// Who sits where: at which seat Black is now, and how many moves were made from each.
const seats = computed(() => {
  const made: [number, number] = [0, 0];
  let black: Seat = tree.value.setup.initialPlayer === 'B' ? 0 : 1;
  for (const [player, move] of turnsTo(tree.value, tree.value.current)) {
    made[player === 'B' ? black : ((1 - black) as Seat)] += 1;
    if (move === 'swap-sides') black = (1 - black) as Seat;
  }
  return { black, made };
});

const seatOf = (player: Player): Seat =>
  player === 'B' ? seats.value.black : ((1 - seats.value.black) as Seat);

// The seconds that a player has left; nothing where there is no clock.
export function secondsLeft(player: Player): number | null {
  const { minutes, increment } = preferences.value.clock;
  if (mode.value !== 'play' || minutes === 0) return null;
  const seat = seatOf(player);
  return Math.max(0, 60 * minutes + increment * seats.value.made[seat] - secondsSpent.value[seat]);
}

// Whether the game is played here, rather than only looked at.
const isPlayed = computed(
  () =>
    spent.value?.game === keyOf(tree.value) ||
    done.value.some((edit) => edit.tree.setup === tree.value.setup),
);

// Whose clock runs: from the first move on, and not while one looks back.
export const running = computed<Player | null>(() => {
  const isOn = mode.value === 'play' && preferences.value.clock.minutes > 0 && isPlayed.value;
  const isGoing = tree.value.current > 0 && isLineEnd(tree.value) && winner.value === null;
  const here = position.value;
  return isOn && isGoing && here && comingMove.value === null ? here.currentPlayer : null;
});

function spend(seat: Seat, seconds: number): void {
  const now: [number, number] = [...secondsSpent.peek()];
  now[seat] += seconds;
  spent.value = { game: keyOf(tree.peek()), seconds: now };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(spent.value));
  } catch {
    // Without storage it holds until the page is left.
  }
}

export function startClock(): void {
  effect(() => {
    const player = running.value;
    if (player === null) return;
    const seat = seatOf(player);
    let since = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      spend(seat, (now - since) / 1000);
      since = now;
      if (secondsLeft(player) === 0) concede(other(player), 'T');
    }, TICK);
    return () => clearInterval(timer);
  });
}
