import type { Player, Turn } from '../engine/protocol.ts';
import { type Tree, newTree, play } from './tree.ts';

// Diagrams of HexWiki, as the template of today has them and the tag of before:
//
//   {{hexboard|5x6|coords=none|contents=R a1 1:b2 B c3 2:d4 E *:e5 S f1}}
//   <hex>R5 C6 Ra1 R1b2 Hc3 V2d4 Se5</hex>
//
// A board is rows x columns. Red, who is our Black, joins top to bottom. Stones with a number become
// moves, in the order of the numbers; the others are there from the beginning.

export interface Diagram {
  tree: Tree;
  leftOut: number; // signs, shades and labels
}

interface Stone {
  player: Player;
  cell: string;
  number: number | null;
}

const MOST_STONES = 2000;
const CELL = /^[a-z]{1,2}[0-9]{1,2}$/;

function make(rows: number, columns: number, stones: Stone[], leftOut: number): Diagram | null {
  if (!(rows > 0) || !(columns > 0) || stones.length > MOST_STONES) return null;
  const plain = stones.filter(({ number }) => number === null);
  const moves = stones.filter(({ number }) => number !== null);
  moves.sort((a, b) => a.number! - b.number!);
  const turn = ({ player, cell }: Stone): Turn => [player, cell];
  const count = (player: Player) => plain.filter((stone) => stone.player === player).length;
  const tree = newTree({
    game: 'hex',
    boardXSize: columns,
    boardYSize: rows,
    rules: 'none',
    initialStones: plain.map(turn),
    // Nothing says so where no stone is numbered: then as if they had taken turns.
    initialPlayer: moves[0]?.player ?? (count('B') > count('W') ? 'W' : 'B'),
  });
  return { tree: moves.reduce((tree, move) => play(tree, turn(move)), tree), leftOut };
}

const COLOURS: Record<string, Player> = { R: 'B', V: 'B', B: 'W', H: 'W' };

// What stands behind `contents=`: letters say what the cells behind them have.
function ofTemplate(text: string): Diagram | null {
  const parts = text.split('|').map((part) => part.trim());
  const size = parts.map((part) => /^(\d{1,2})x(\d{1,2})$/.exec(part)).find((found) => found);
  const contents = parts.find((part) => part.startsWith('contents='))?.slice('contents='.length);
  const stones: Stone[] = [];
  let leftOut = 0;
  let kind = '';
  for (const word of (contents ?? '').split(/[\s,()]+/)) {
    const [, letter, label, cell] = /^([A-Z]?)(?:([^:]*):)?([a-z]*[0-9]*)$/.exec(word) ?? [];
    if (letter) kind = letter;
    if (!cell || !CELL.test(cell)) continue;
    const player = COLOURS[kind];
    const number = label && /^\d+$/.test(label) ? Number(label) : null;
    if (player) stones.push({ player, cell, number });
    if (!player || (label && number === null)) ++leftOut;
  }
  return make(Number(size?.[1]), Number(size?.[2]), stones, leftOut);
}

function ofTag(text: string): Diagram | null {
  let [rows, columns, leftOut] = [0, 0, 0];
  const stones: Stone[] = [];
  for (const word of text.trim().split(/\s+/)) {
    const [, letter, digits, cell] = /^([A-Z*+])([0-9]*)([a-z]{1,2}[0-9]+)?$/.exec(word) ?? [];
    const player = COLOURS[letter ?? ''];
    if (cell && player) stones.push({ player, cell, number: digits ? Number(digits) : null });
    else if (cell) ++leftOut;
    else if (letter === 'R') rows = Number(digits);
    else if (letter === 'C') columns = Number(digits);
  }
  return make(rows, columns, stones, leftOut);
}

// All diagrams in a text; none where it is something else.
export function readHexWiki(text: string): Diagram[] {
  return [
    ...[...text.matchAll(/\{\{hexboard([^{}]*)\}\}/gi)].map(([, inside]) => ofTemplate(inside!)),
    ...[...text.matchAll(/<hex>([^<]*)<\/hex>/gi)].map(([, inside]) => ofTag(inside!)),
  ].filter((diagram) => diagram !== null);
}
