import type { Player, Setup, SwapRule, Turn } from '../engine/protocol.ts';

// One move of a game or of a variation; the first node of a tree is the position before any.
export interface Node {
  readonly parent: number; // of the first node -1
  readonly move: Turn | null; // of the first node null
  readonly children: readonly number[]; // the first is the game's own move, others are variations
  readonly preferred: number; // which child forward goes to: the one that was looked at last
  readonly note: string;
  readonly marks: string; // other properties of SGF, as they stand; of the first node the game's, too
}

// A game with its variations, and where in it one is. Values are never changed; each operation
// makes another tree, so that comparing two shows what is new.
export interface Tree {
  readonly setup: Setup;
  readonly nodes: readonly Node[];
  readonly current: number;
  readonly blackName: string;
  readonly whiteName: string;
  readonly result: string;
  readonly view: string; // how HexWorld draws the board; carried along
  readonly assumedRules?: SwapRule; // where a file does not say whether there was a swap
}

const ROOT: Node = { parent: -1, move: null, children: [], preferred: 0, note: '', marks: '' };

export function newTree(setup: Setup): Tree {
  return { setup, nodes: [ROOT], current: 0, blackName: '', whiteName: '', result: '', view: '' };
}

function withNode(tree: Tree, index: number, change: Partial<Node>): Tree {
  return { ...tree, nodes: tree.nodes.with(index, { ...tree.nodes[index]!, ...change }) };
}

// Goes to a node, and has forward lead there from every node above it.
export function goTo(tree: Tree, index: number): Tree {
  let result: Tree = { ...tree, current: index };
  for (let at = index; at > 0;) {
    const parent = tree.nodes[at]!.parent;
    const preferred = tree.nodes[parent]!.children.indexOf(at);
    if (tree.nodes[parent]!.preferred !== preferred)
      result = withNode(result, parent, { preferred });
    at = parent;
  }
  return result;
}

// Makes a move after the current one: one that is there already, or a new one.
export function play(tree: Tree, turn: Turn, note = '', marks = ''): Tree {
  const here = tree.nodes[tree.current]!;
  const known = here.children.find((child) => {
    const move = tree.nodes[child]!.move!;
    return move[0] === turn[0] && move[1] === turn[1];
  });
  if (known !== undefined) return goTo(tree, known);
  const index = tree.nodes.length;
  const node: Node = { ...ROOT, parent: tree.current, move: turn, note, marks };
  const grown: Tree = {
    ...withNode(tree, tree.current, { children: [...here.children, index] }),
    current: tree.current,
  };
  return goTo({ ...grown, nodes: [...grown.nodes, node] }, index);
}

export const back = (tree: Tree): Tree =>
  tree.current === 0 ? tree : goTo(tree, tree.nodes[tree.current]!.parent);

export function next(tree: Tree, index: number): number | undefined {
  const node = tree.nodes[index]!;
  return node.children[node.preferred];
}

export function forward(tree: Tree): Tree {
  const child = next(tree, tree.current);
  return child === undefined ? tree : goTo(tree, child);
}

// Another move instead of the current one: `step` places on in the list of them, and round again.
export function sibling(tree: Tree, step: number): Tree {
  const node = tree.nodes[tree.current]!;
  if (node.parent < 0) return tree;
  const all = tree.nodes[node.parent]!.children;
  const place = (all.indexOf(tree.current) + step + all.length) % all.length;
  return goTo(tree, all[place]!);
}

// The nodes from the first to this one.
export function pathTo(tree: Tree, index: number): number[] {
  const path: number[] = [];
  for (let at = index; at >= 0; at = tree.nodes[at]!.parent) path.push(at);
  return path.reverse();
}

// The nodes from the first through the current one to the end, as forward goes.
export function line(tree: Tree): number[] {
  const path = pathTo(tree, tree.current);
  for (let at = next(tree, tree.current); at !== undefined; at = next(tree, at)) path.push(at);
  return path;
}

export function turnsTo(tree: Tree, index: number): Turn[] {
  return pathTo(tree, index)
    .slice(1)
    .map((at) => tree.nodes[at]!.move!);
}

export const start = (tree: Tree): Tree => goTo(tree, 0);
export const end = (tree: Tree): Tree => goTo(tree, line(tree).at(-1)!);

export const withNote = (tree: Tree, note: string, at = tree.current): Tree =>
  withNode(tree, at, { note });

export const withMarks = (tree: Tree, marks: string): Tree =>
  withNode(tree, tree.current, { marks });

export const isLineEnd = (tree: Tree): boolean => next(tree, tree.current) === undefined;

// Makes the way to a node the game's own line, and what it leaves variations.
export function promote(tree: Tree, index: number): Tree {
  const path = pathTo(tree, index);
  return path.slice(1).reduce((tree, at) => {
    const { parent } = tree.nodes[at]!;
    const { children } = tree.nodes[parent]!;
    const ordered = [at, ...children.filter((child) => child !== at)];
    return withNode(tree, parent, { children: ordered, preferred: 0 });
  }, tree);
}

// How a game may end but on the board.
export type Ending = 'R' | 'T' | 'F'; // resignation, time, forfeit

// Whether one is in the game's own line, not in a variation.
const isOwn = (tree: Tree): boolean =>
  pathTo(tree, tree.current)
    .slice(1)
    .every((at) => tree.nodes[tree.nodes[at]!.parent]!.children[0] === at);

// Who has won as the other gave the game up or lost it by time, at the end of the game's own line.
export function conceded(tree: Tree): { winner: Player; how: Ending } | null {
  const [, won, how] = /^([BW])\+([RTF])/.exec(tree.result) ?? [];
  if (!won || tree.nodes[tree.current]!.children.length > 0 || !isOwn(tree)) return null;
  return { winner: won as Player, how: how as Ending };
}

// The game's result where it has just ended on the board.
export function withWinner(tree: Tree, winner?: Player | 'draw'): Tree {
  if (!winner || tree.result !== '' || !isOwn(tree)) return tree;
  return { ...tree, result: winner === 'draw' ? '0' : `${winner}+` };
}

// Takes the current move out, with all that follows it; with the game's own end goes its result.
export function removeHere(tree: Tree): Tree {
  if (tree.current === 0) return tree;
  const isGone = tree.nodes.map(() => false);
  // Children come after their parents.
  tree.nodes.forEach((node, index) => {
    isGone[index] = index === tree.current || (node.parent >= 0 && isGone[node.parent]!);
  });
  const places: number[] = [];
  let kept = 0;
  for (const gone of isGone) places.push(gone ? -1 : kept++);
  const parent = tree.nodes[tree.current]!.parent;
  const nodes = tree.nodes
    .filter((_, index) => !isGone[index])
    .map((node) => {
      const children = node.children.map((child) => places[child]!).filter((child) => child >= 0);
      return {
        ...node,
        parent: node.parent < 0 ? -1 : places[node.parent]!,
        children,
        preferred: Math.min(node.preferred, Math.max(0, children.length - 1)),
      };
    });
  const result = isOwn(tree) ? '' : tree.result;
  return goTo({ ...tree, nodes, result, current: places[parent]! }, places[parent]!);
}

export const other = (player: Player): Player => (player === 'B' ? 'W' : 'B');
