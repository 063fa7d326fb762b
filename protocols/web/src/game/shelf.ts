import type { GameTree } from '../engine/protocol.ts';

// Games kept in this browser, the newest first.
export interface KeptGame {
  key: number;
  title: string;
  time: number; // milliseconds, as Date.now() has them
  game: GameTree;
}

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

export const keep = (title: string, game: GameTree): Promise<unknown> =>
  run('readwrite', (store) => store.add({ title, game, time: Date.now() }));

export const forget = (key: number): Promise<unknown> =>
  run('readwrite', (store) => store.delete(key));

export async function keptGames(): Promise<KeptGame[]> {
  const games = await run<KeptGame[]>('readonly', (store) => store.getAll());
  return games.sort((a, b) => b.time - a.time);
}
