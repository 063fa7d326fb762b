import type { Player, Turn } from '../engine/protocol.ts';
import { type Tree, newTree, play, withMarks } from './tree.ts';

// Diagrams of HexWiki, as its pages "New board diagrams" and "Help:Hex" describe them, the former
// also as a template:
//
//   <hexboard size="5x6" contents="R a1 1:b2 B c3 2:d4 E *:e5 S f1"/>
//   {{hexboard|5x6|contents=R a1 1:b2}}
//   <hex>R5 C6 Ra1 R1b2 Hc3 V2d4 Me5 Sf1</hex>
//
// A board is rows x columns. Red, who is our Black, joins top to bottom. Stones with a number become
// moves, in the order of the numbers; the others are there from the beginning.

export interface Diagram {
  tree: Tree;
  leftOut: number; // shades, signs and arrows
}

interface Stone {
  player: Player;
  cell: string;
  number: number | null;
}

interface Contents {
  rows: number;
  columns: number;
  stones: Stone[];
  labels: string; // as a property of SGF
  leftOut: number;
}

const MOST_STONES = 2000;

function make({ rows, columns, stones, labels, leftOut }: Contents): Diagram | null {
  if (!(rows > 0) || !(columns > 0) || stones.length > MOST_STONES) return null;
  const plain = stones.filter(({ number }) => number === null);
  const moves = stones.filter(({ number }) => number !== null);
  moves.sort((a, b) => a.number! - b.number!);
  const turn = ({ player, cell }: Stone): Turn => [player, cell];
  const count = (player: Player) => plain.filter((stone) => stone.player === player).length;
  const first = newTree({
    game: 'hex',
    boardXSize: columns,
    boardYSize: rows,
    rules: 'none',
    initialStones: plain.map(turn),
    // Nothing says so where no stone is numbered: then as if they had taken turns.
    initialPlayer: moves[0]?.player ?? (count('B') > count('W') ? 'W' : 'B'),
  });
  const tree = moves.reduce((tree, move) => play(tree, turn(move)), first);
  return { tree: withMarks(tree, labels), leftOut };
}

const COLOURS: Record<string, Player> = { R: 'B', V: 'B', B: 'W', H: 'W' };

// Letters say what the cells behind them have, each with a label before a colon.
function ofBoard(text: string): Diagram | null {
  const [, rows, columns] = /\b(\d{1,2})x(\d{1,2})\b/.exec(text) ?? [];
  const [, words] = /contents\s*=\s*["']?([^"'|]*)/.exec(text) ?? [];
  const stones: Stone[] = [];
  let [kind, labels, leftOut] = ['', '', 0];
  for (const word of (words ?? '').split(/\s+/)) {
    if (/^[RBES]$/.test(word)) kind = word;
    const [, label = '', cell] = /^(?:(.+):)?([a-z]{1,2}\d{1,2})$/.exec(word) ?? [];
    if (!cell) continue;
    const player = COLOURS[kind];
    const isNumber = /^\d+$/.test(label);
    if (player) stones.push({ player, cell, number: isNumber ? Number(label) : null });
    if (/^[A-Za-z*+-]$/.test(label) || (isNumber && !player)) labels += `[${cell}:${label}]`;
    else if (kind === 'S' || (label !== '' && !isNumber)) ++leftOut;
  }
  return make({
    rows: Number(rows),
    columns: Number(columns),
    stones,
    labels: labels && `LB${labels}`,
    leftOut,
  });
}

// The older form: a word a cell. M is the next of numbered moves, the first of which is Red's.
function ofTag(text: string): Diagram | null {
  let [rows, columns, leftOut, made] = [0, 0, 0, 0];
  const stones: Stone[] = [];
  for (const word of text.trim().split(/\s+/)) {
    const [, letter = '', digits = '', cell] =
      /^([A-Z*+])([0-9]*)([a-z]{1,2}[0-9]+)?$/.exec(word) ?? [];
    const player = letter === 'M' ? (made++ % 2 === 0 ? 'B' : 'W') : COLOURS[letter];
    const number = letter === 'M' ? made : digits === '' ? null : Number(digits) || 10; // 0 is ten
    if (cell && player) stones.push({ player, cell, number });
    else if (cell) ++leftOut;
    else if (letter === 'R') rows = Number(digits);
    else if (letter === 'C') columns = Number(digits);
  }
  return make({ rows, columns, stones, labels: '', leftOut });
}

const FORMS: readonly [RegExp, (text: string) => Diagram | null][] = [
  [/<hexboard([^<>]*)>/gi, ofBoard],
  [/\{\{hexboard([^{}]*)\}\}/gi, ofBoard],
  [/<hex>([^<]*)<\/hex>/gi, ofTag],
];

// All diagrams in a text; none where it is something else.
export const readHexWiki = (text: string): Diagram[] =>
  FORMS.flatMap(([form, read]) =>
    [...text.matchAll(form)].map(([, inside]) => read(inside!)),
  ).filter((diagram) => diagram !== null);
