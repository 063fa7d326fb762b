import { effect } from '@preact/signals';
import { follow, fromFragment, toFragment } from '../game/fragment.ts';
import { type Tree, line } from '../game/tree.ts';
import { texts } from '../texts.ts';
import { askBoard } from './boards.ts';
import { edit, tree } from './edits.ts';
import { checkGame, report, trouble } from './game.ts';
import { seeGame } from './mode.ts';
import { keptLatest, keyOf, onMoved, openKept } from './keeping.ts';

// The page's address leads to the position, and the browser's history to each game that was on the
// board: an entry remembers as what the game is kept.

interface Entry {
  key: number;
}

// Games as they were left, since the page was loaded.
const left = new Map<number, Tree>();

// The game of an address that was not written here. Rejects where there is none.
export async function linkedGame(fragment: string): Promise<Tree> {
  const linked = fromFragment(fragment);
  if (!linked) throw new Error(texts.trouble.noGameInAddress);
  askBoard(linked.setup).catch(() => {}); // meanwhile; who draws it asks again
  await checkGame(linked, line(linked).at(-1)!);
  return linked;
}

function write(): void {
  const now = tree.value;
  const key = keyOf(now);
  left.set(key, now);
  history.replaceState({ key } satisfies Entry, '', toFragment(now));
}

// What was on the board when the browser was here before.
async function gameOf(entry: Entry, fragment: string): Promise<Tree | null> {
  const game = left.get(entry.key) ?? (await openKept(entry.key).catch(() => null));
  return game && (follow(game, fragment) ?? game);
}

const entryHere = (): Entry | null => history.state as Entry | null;
const isLink = (fragment: string): boolean => fragment.length > 1;

async function firstGame(): Promise<Tree | null> {
  const fragment = location.hash;
  const entry = entryHere();
  const known = entry && (await gameOf(entry, fragment));
  if (known) return known;
  if (!isLink(fragment)) return keptLatest().catch(() => null);
  seeGame();
  return linkedGame(fragment);
}

async function goThere(): Promise<void> {
  const fragment = location.hash;
  const entry = entryHere();
  try {
    const known = entry && (await gameOf(entry, fragment));
    const next = known ?? (await linkedGame(fragment));
    if (location.hash !== fragment) return; // gone on meanwhile
    trouble.value = '';
    if (entry) tree.value = next;
    else edit(next);
  } catch (error) {
    report(error);
    write();
  }
}

// Puts another game on the board.
export function show(next: Tree): void {
  trouble.value = '';
  if (tree.value.nodes.length > 1) history.pushState(null, '');
  edit(next);
}

export async function startAddress(): Promise<void> {
  const { setup } = tree.value;
  try {
    const first = await firstGame();
    // A game that was begun meanwhile stays.
    if (first && tree.value.setup === setup) tree.value = first;
  } catch (error) {
    report(error);
  }
  effect(write);
  onMoved(write);
  window.addEventListener('popstate', () => void goThere());
}
