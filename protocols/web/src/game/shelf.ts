import type { GameTree } from '../engine/protocol.ts';

// Games kept in this browser, the newest first.
export interface KeptGame {
  key: number;
  revision?: number; // how often it was written; without what follows where an older page wrote it
  title: string;
  time: number; // milliseconds, as Date.now() has them
  game: GameTree;
  fragment?: string; // of the address that leads to where one was
  stones?: string; // there
  lastMove?: string | null;
}

// As what a game is kept, and how often it was written when it was last seen.
export interface Place {
  key: number;
  revision: number;
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

// Writes a game in the place of what it was, or in a new one where another window has written there
// since: neither loses anything.
export async function keep(game: Omit<KeptGame, 'revision'>, revision: number): Promise<Place> {
  let place: Place = { key: game.key, revision: revision + 1 };
  await run('readwrite', (store) => {
    const getting = store.get(game.key) as IDBRequest<KeptGame | undefined>;
    getting.onsuccess = () => {
      const there = getting.result;
      if (there && (there.revision ?? 0) !== revision) place = { key: newKey(), revision: 1 };
      store.put({ ...game, ...place });
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
