import type { Player, Setup, SwapRule, Turn } from '../engine/protocol.ts';
import { type Tree, goTo, line, newTree, other, pathTo, play, turnsTo } from './tree.ts';

// The position in the fragment of the page's address, as in #hex,11x11,swap-pieces,f6.g5.c3,2:
// game, size, swap rule, moves, how many of them are made where not all are, and where the game
// began with stones, these. Players take turns; where one does not, B or W is in front of a move.
// What is written here is checked by the engine, which alone knows the rules.

const MAX_MOVES = 2000;

function text(turns: Turn[], first: Player): string {
  let expected = first;
  return turns
    .map(([player, move]) => {
      const prefix = player === expected ? '' : player;
      expected = other(player);
      return prefix + move;
    })
    .join('.');
}

function turns(text: string, first: Player): Turn[] | null {
  if (text === '') return [];
  let expected = first;
  const result: Turn[] = [];
  for (const word of text.split('.')) {
    const parts = /^([BW]?)([a-z]+[0-9]+|swap-pieces|swap-sides|pass)$/.exec(word);
    if (!parts || result.length >= MAX_MOVES) return null;
    const player = (parts[1] || expected) as Player;
    result.push([player, parts[2]!]);
    expected = other(player);
  }
  return result;
}

export function toFragment(tree: Tree): string {
  const { game, boardXSize, boardYSize, rules, initialStones, initialPlayer } = tree.setup;
  const all = line(tree);
  const made = pathTo(tree, tree.current).length - 1;
  const fields = [
    game,
    `${boardXSize}x${boardYSize}`,
    rules,
    text(turnsTo(tree, all.at(-1)!), initialPlayer),
  ];
  const stones = initialStones.map(([player, cell]) => player + cell).join('.');
  if (made < all.length - 1 || stones !== '' || initialPlayer !== 'B') fields.push(String(made));
  if (stones !== '' || initialPlayer !== 'B') fields.push(initialPlayer, stones);
  return '#' + fields.join(',');
}

interface Parts {
  setup: Setup;
  moves: Turn[];
  made: number;
}

function read(fragment: string): Parts | null {
  let text = fragment.replace(/^#/, '');
  try {
    text = decodeURIComponent(text);
  } catch {
    return null;
  }
  const [game, size, rules, moves, made, first, stones] = text.split(',');
  const sides = /^([0-9]{1,2})x([0-9]{1,2})$/.exec(size ?? '');
  if (!/^[a-z-]{1,40}$/.test(game ?? '') || !sides) return null;
  if (!/^(none|swap-pieces|swap-sides)$/.test(rules ?? 'none')) return null;
  const initialPlayer: Player = first === 'W' ? 'W' : 'B';
  const initialStones = turns(stones ?? '', 'B');
  const line = turns(moves ?? '', initialPlayer);
  if (!initialStones || !line) return null;
  const setup: Setup = {
    game: game!,
    boardXSize: Number(sides[1]),
    boardYSize: Number(sides[2]),
    rules: (rules ?? 'none') as SwapRule,
    initialStones,
    initialPlayer,
  };
  const at = made ? Math.min(Number(made) || 0, line.length) : line.length;
  return { setup, moves: line, made: at };
}

// Goes where a fragment of the same game leads, and adds what moves of it are missing.
function lead(tree: Tree, { moves, made }: Parts): Tree {
  const all = moves.reduce((tree, turn) => play(tree, turn), goTo(tree, 0));
  return goTo(all, pathTo(all, all.current)[made]!);
}

// Nothing where it is no such text.
export function fromFragment(fragment: string): Tree | null {
  const parts = read(fragment);
  return parts && lead(newTree(parts.setup), parts);
}

// Nothing where it is of a game that begins otherwise.
export function follow(tree: Tree, fragment: string): Tree | null {
  const parts = read(fragment);
  const begins = (setup: Setup) => toFragment(newTree(setup));
  return parts && begins(parts.setup) === begins(tree.setup) ? lead(tree, parts) : null;
}
