import { effect, signal } from '@preact/signals';
import type { PositionAnswer, Setup } from '../engine/protocol.ts';
import { follow, toFragment } from '../game/fragment.ts';
import { fromGameFile, toGameFile } from '../game/game_file.ts';
import { type KeptGame, type Place, keep, keptGame, keptGames, newKey } from '../game/shelf.ts';
import type { Tree } from '../game/tree.ts';
import { texts } from '../texts.ts';
import { isTouched, touch, tree } from './edits.ts';
import { gameTitle, position } from './game.ts';
import { bringBack, reviewToKeep } from './review.ts';

// The game on the board is kept in the browser as it goes on, with all its variations.

const places = new WeakMap<Setup, Place>();

function placeOf({ setup }: Tree): Place {
  const place = places.get(setup) ?? { key: newKey(), revision: 0, content: '' };
  places.set(setup, place);
  return place;
}

// As what a game is kept, or would be.
export const keyOf = (tree: Tree): number => placeOf(tree).key;

// Why nothing is kept; empty where it is.
export const keepingTrouble = signal('');

let moved = () => {};
// Calls back when another window went on with the same game, so that this one is kept anew.
export const onMoved = (then: () => void): void => void (moved = then);

let waiting: Tree | null = null;
let last: Promise<void> = Promise.resolve();

// One after the other; of many in quick succession the latest.
function save(now: Tree, { stones, lastMove }: PositionAnswer, title: string): Promise<void> {
  const review = reviewToKeep.peek();
  waiting = now;
  last = last.then(async () => {
    if (waiting !== now && waiting?.setup === now.setup) return;
    const place = placeOf(now);
    try {
      const next = await keep(
        {
          title,
          time: Date.now(),
          game: toGameFile(now),
          fragment: toFragment(now),
          stones,
          lastMove,
          review,
        },
        place,
      );
      places.set(now.setup, next);
      keepingTrouble.value = '';
      if (next.key !== place.key) moved();
    } catch (error) {
      keepingTrouble.value = texts.trouble.notKept(error);
    }
  });
  return last;
}

export async function keepNow(): Promise<void> {
  touch(tree.value);
  places.set(tree.value.setup, { ...placeOf(tree.value), content: '' });
  if (position.value) await save(tree.value, position.value, gameTitle.value);
}

export function startKeeping(): void {
  effect(() => {
    const here = position.value;
    const title = gameTitle.value;
    void reviewToKeep.value;
    if (here && isTouched(tree.value) && tree.value.nodes.length > 1)
      void save(tree.value, here, title);
  });
}

// A game as it was when it was kept.
export function fromKept({ key, revision = 0, game, fragment, review }: KeptGame): Tree {
  const now = placeOf(tree.value);
  // It may be on the board just now.
  if (now.key === key && now.revision === revision) return tree.value;
  const whole = fromGameFile(game);
  const opened = (fragment !== undefined && follow(whole, fragment)) || whole;
  places.set(opened.setup, { key, revision, content: JSON.stringify(game) });
  touch(opened);
  if (review) bringBack(opened, review);
  return opened;
}

export async function openKept(key: number): Promise<Tree | null> {
  const kept = await keptGame(key);
  return kept ? fromKept(kept) : null;
}

export async function keptLatest(): Promise<Tree | null> {
  const [latest] = await keptGames();
  return latest ? fromKept(latest) : null;
}
