import type { GameTree, Turn } from '../engine/protocol.ts';
import { type Tree, goTo, newTree, pathTo, play } from './tree.ts';

// Between the page's tree of moves and a game with variations as the engine reads and writes it,
// where a variation leaves another line after a number of turns: 0 is the game, i is variation i - 1.

export function toGameFile(tree: Tree): GameTree {
  interface Line {
    parent: number;
    first: number; // its first node
    after: number;
  }
  const lines: Line[] = [];
  const notesOf = (nodes: number[]) => nodes.map((at) => tree.nodes[at]!.note);
  const marksOf = (nodes: number[]) => nodes.map((at) => tree.nodes[at]!.marks);
  const turnsOf = (nodes: number[]) => nodes.map((at) => tree.nodes[at]!.move!);

  // Walks down by first children, and remembers what leaves the line for later.
  const walk = (first: number | undefined, number: number, depth: number): number[] => {
    const nodes: number[] = [];
    for (let at = first; at !== undefined; at = tree.nodes[at]!.children[0]) {
      nodes.push(at);
      for (const child of tree.nodes[at]!.children.slice(1)) {
        lines.push({ parent: number, first: child, after: depth + nodes.length });
      }
    }
    return nodes;
  };
  const root = tree.nodes[0]!;
  for (const child of root.children.slice(1)) lines.push({ parent: 0, first: child, after: 0 });
  const main = walk(root.children[0], 0, 0);
  const variations: GameTree['variations'] = [];
  // `lines` grows on the way, parents before children.
  for (let i = 0; i < lines.length; ++i) {
    const line = lines[i]!;
    const nodes = walk(line.first, i + 1, 0);
    variations.push({
      parent: line.parent,
      after: line.after,
      moves: turnsOf(nodes),
      notes: notesOf(nodes),
      marks: marksOf(nodes),
    });
  }
  const { game, boardXSize, boardYSize, rules, initialStones, initialPlayer } = tree.setup;
  return {
    game,
    boardXSize,
    boardYSize,
    rules,
    ...(tree.assumedRules && { assumedRules: tree.assumedRules }),
    initialStones,
    initialPlayer,
    moves: turnsOf(main),
    blackName: tree.blackName,
    whiteName: tree.whiteName,
    result: tree.result,
    comment: root.note,
    info: root.marks,
    notes: notesOf(main),
    marks: marksOf(main),
    variations,
    view: tree.view,
  };
}

// The tree stands at the end of the game's own line.
export function fromGameFile(file: GameTree): Tree {
  let tree: Tree = {
    ...newTree({
      game: file.game,
      boardXSize: file.boardXSize,
      boardYSize: file.boardYSize,
      rules: file.rules,
      initialStones: file.initialStones,
      initialPlayer: file.initialPlayer,
    }),
    blackName: file.blackName,
    whiteName: file.whiteName,
    result: file.result,
    view: file.view,
    ...(file.assumedRules && { assumedRules: file.assumedRules }),
  };
  tree = { ...tree, nodes: [{ ...tree.nodes[0]!, note: file.comment, marks: file.info ?? '' }] };
  // What was kept by older pages has no marks.
  const add = (from: number, moves: Turn[], notes: string[], marks: string[] = []): number => {
    tree = goTo(tree, from);
    moves.forEach((turn, i) => (tree = play(tree, turn, notes[i] ?? '', marks[i] ?? '')));
    return tree.current;
  };
  const ends = [add(0, file.moves, file.notes, file.marks)];
  // Where each line branched off, counted in turns from the first position.
  const begins = [0];
  for (const { parent, after, moves, notes, marks } of file.variations) {
    const path = pathTo(tree, ends[parent]!);
    const from = path[begins[parent]! + after]!;
    begins.push(begins[parent]! + after);
    ends.push(add(from, moves, notes, marks));
  }
  return goTo(tree, ends[0]!);
}
