import type { GameTree, ReviewAnswer, Turn } from '../engine/protocol.ts';

// A review that was made of a game's line.
export interface KeptReview {
  turns: Turn[];
  answer: ReviewAnswer;
}

// Characters of JSON: several times what a game of 19 x 19 to its last cell takes.
const LONGEST_REVIEW = 500_000;

// Games kept in this browser, the newest first.
export interface KeptGame {
  key: number;
  revision?: number; // how often the game changed; without what follows where an older page wrote it
  title: string;
  time: number; // milliseconds, as Date.now() has them
  game: GameTree;
  fragment?: string; // of the address that leads to where one was
  stones?: string; // there
  lastMove?: string | null;
  review?: KeptReview | undefined;
}

// As what a game is kept, and what was written there when it was last seen.
export interface Place {
  key: number;
  revision: number;
  content: string; // the game as text; empty where nothing was written yet
}

// Keys that no other window makes.
export const newKey = (): number => 1000 * Date.now() + Math.floor(1000 * Math.random());

const STORE = 'games';

function database(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('isthmus', 1);
    opening.onupgradeneeded = () =>
      opening.result.createObjectStore(STORE, { keyPath: 'key', autoIncrement: true });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

async function run<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const base = await database();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = base.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    base.close();
  }
}

// Writes a game in the place of what it was, or in a new one where another window has changed it
// since: neither loses anything. Where one only looked elsewhere in it, nothing new is made. Its
// review stays there until there is another.
export async function keep(game: Omit<KeptGame, 'revision' | 'key'>, was: Place): Promise<Place> {
  const content = JSON.stringify(game.game);
  const isNew = content !== was.content;
  const made = JSON.stringify(game.review ?? null).length <= LONGEST_REVIEW && game.review;
  let place: Place = { key: was.key, revision: was.revision + Number(isNew), content };
  await run('readwrite', (store) => {
    const getting = store.get(was.key) as IDBRequest<KeptGame | undefined>;
    getting.onsuccess = () => {
      const there = getting.result;
      const isOurs = there && (there.revision ?? 0) === was.revision;
      if (!isNew && !isOurs) return;
      if (there && !isOurs) place = { key: newKey(), revision: 1, content };
      const { key, revision } = place;
      store.put({ ...game, review: made || (isOurs ? there.review : undefined), key, revision });
    };
    return getting;
  });
  return place;
}

// Puts back what was forgotten.
export const restore = (game: KeptGame): Promise<unknown> =>
  run('readwrite', (store) => store.put(game));

export const forget = (key: number): Promise<unknown> =>
  run('readwrite', (store) => store.delete(key));

export const keptGame = (key: number): Promise<KeptGame | undefined> =>
  run('readonly', (store) => store.get(key));

export async function keptGames(): Promise<KeptGame[]> {
  const games = await run<KeptGame[]>('readonly', (store) => store.getAll());
  return games.sort((a, b) => b.time - a.time);
}
