import assert from 'node:assert/strict';
import test from 'node:test';
import type { GameTree, Setup, Turn } from '../../../protocols/web/src/engine/protocol.ts';
import { follow, fromFragment, toFragment } from '../../../protocols/web/src/game/fragment.ts';
import { fromGameFile, toGameFile } from '../../../protocols/web/src/game/game_file.ts';
import {
  type Tree,
  back,
  conceded,
  end,
  forward,
  goTo,
  line,
  newTree,
  play,
  promote,
  removeHere,
  sibling,
  start,
  turnsTo,
} from '../../../protocols/web/src/game/tree.ts';

const SETUP: Setup = {
  game: 'hex',
  boardXSize: 11,
  boardYSize: 11,
  rules: 'none',
  initialStones: [],
  initialPlayer: 'B',
};

const B = (move: string): Turn => ['B', move];
const W = (move: string): Turn => ['W', move];
const made = (...turns: Turn[]): Tree =>
  turns.reduce((tree, turn) => play(tree, turn), newTree(SETUP));
const names = (tree: Tree, node = tree.current) =>
  turnsTo(tree, node)
    .map(([, move]) => move)
    .join(' ');
const whole = (tree: Tree) => names(tree, line(tree).at(-1));

test('back and forward stay on the line that one came from', () => {
  let tree = made(B('a1'), W('b2'), B('c3'));
  tree = play(back(back(tree)), W('d4'));
  assert.equal(names(tree), 'a1 d4');
  assert.equal(whole(start(tree)), 'a1 d4');
  tree = sibling(tree, 1);
  assert.equal(names(tree), 'a1 b2');
  assert.equal(whole(start(tree)), 'a1 b2 c3');
  assert.equal(names(end(start(tree))), 'a1 b2 c3');
  assert.equal(names(sibling(tree, -1)), 'a1 d4');
});

test('at its ends a game goes no further', () => {
  const tree = made(B('a1'));
  assert.equal(forward(tree), tree);
  assert.equal(back(start(tree)).current, 0);
  assert.equal(sibling(start(tree), 1).current, 0);
});

test('a move that is there already is not made twice', () => {
  const tree = made(B('a1'), W('b2'));
  const again = play(back(tree), W('b2'));
  assert.equal(again.nodes.length, 3);
  assert.equal(again.current, tree.current);
});

test('the tree that an operation begins with stays as it was', () => {
  const tree = made(B('a1'));
  const before = JSON.stringify(tree);
  play(tree, W('b2'));
  back(tree);
  removeHere(tree);
  assert.equal(JSON.stringify(tree), before);
});

test('a move is removed with all that follows, and with nothing else', () => {
  let tree = made(B('a1'), W('b2'), B('c3'));
  tree = play(play(back(back(tree)), W('d4')), B('e5'));
  tree = removeHere(sibling(back(tree), 1)); // b2 and c3
  assert.equal(names(tree), 'a1');
  assert.equal(whole(tree), 'a1 d4 e5');
  assert.equal(tree.nodes.length, 4);
  assert.equal(names(removeHere(tree)), '');
});

test('variations of variations survive the way to a file and back', () => {
  let tree = made(B('a1'), W('b2'), B('c3'), W('d4'));
  tree = play(play(goTo(tree, 1), W('e5')), B('f6')); // instead of b2
  const e5 = back(tree).current;
  tree = play(goTo(tree, e5), B('g7')); // instead of f6
  tree = play(start(tree), B('h8')); // instead of a1
  const file = toGameFile(tree);
  assert.deepEqual(file.moves, [B('a1'), W('b2'), B('c3'), W('d4')]);
  assert.deepEqual(
    file.variations.map(({ parent, after, moves }) => [
      parent,
      after,
      moves.map(([, move]) => move).join(' '),
    ]),
    [
      [0, 0, 'h8'],
      [0, 1, 'e5 f6'],
      [2, 1, 'g7'],
    ],
  );
  const read = fromGameFile(file);
  assert.deepEqual(toGameFile(read), file);
  assert.equal(names(read), 'a1 b2 c3 d4');
});

test('names, comments and notes survive too', () => {
  const file: GameTree = {
    ...SETUP,
    initialStones: [B('k11')],
    initialPlayer: 'W',
    moves: [W('a1'), B('b2')],
    blackName: 'Ann',
    whiteName: '<b>Bob</b>',
    result: 'B+R',
    comment: 'first',
    info: 'DT[2026]TR[a1]',
    notes: ['', 'second'],
    marks: ['LB[a1:x]', ''],
    variations: [{ parent: 0, after: 1, moves: [B('c3')], notes: ['third'], marks: ['AR[a1:c3]'] }],
    view: 'r9c1',
    assumedRules: 'swap-pieces',
  };
  assert.deepEqual(toGameFile(fromGameFile(file)), file);
});

test('the address of a position leads to the same position', () => {
  const tree = back(made(B('f6'), W('swap-pieces'), B('c3')));
  const text = toFragment(tree);
  assert.equal(text, '#hex,11x11,none,f6.swap-pieces.c3,2');
  const read = fromFragment(text)!;
  assert.equal(names(read), 'f6 swap-pieces');
  assert.equal(whole(read), 'f6 swap-pieces c3');
});

test('the address says who moves where players do not take turns, and stones at the start', () => {
  const first: Tree = newTree({ ...SETUP, initialStones: [B('a1'), B('b1')], initialPlayer: 'W' });
  const tree = play(play(first, W('c3')), W('d4'));
  const text = toFragment(tree);
  assert.equal(text, '#hex,11x11,none,c3.Wd4,2,W,Ba1.Bb1');
  const read = fromFragment(text)!;
  assert.deepEqual(read.setup, first.setup);
  assert.deepEqual(turnsTo(read, read.current), [W('c3'), W('d4')]);
});

test('what is no address of a game is not read as one', () => {
  for (const text of [
    '#',
    '#hex',
    '#hex,11',
    '#hex,11x11,maybe',
    '#hex,11x11,none,<script>',
    '#hex,111x1',
    '#,11x11',
  ]) {
    assert.equal(fromFragment(text), null, text);
  }
  const long = `#hex,11x11,none,${Array(3000).fill('a1').join('.')}`;
  assert.equal(fromFragment(long), null);
});

test('an address leads on in a game that is known, and adds what it lacks', () => {
  const known = play(goTo(made(B('a1'), W('b2'), B('c3')), 1), W('d4'));
  const there = follow(known, '#hex,11x11,none,a1.b2.c3,2')!;
  assert.equal(names(there), 'a1 b2');
  assert.equal(there.nodes.length, known.nodes.length);
  const grown = follow(known, '#hex,11x11,none,a1.d4.e5')!;
  assert.equal(names(grown), 'a1 d4 e5');
  assert.equal(grown.nodes.length, known.nodes.length + 1);
  assert.equal(follow(known, '#hex,11x11,swap-pieces,a1'), null);
  assert.equal(follow(known, '#hex,9x9,none,a1'), null);
  assert.equal(fromFragment('#%'), null);
});

test('a game that was resigned is over at its own end, and there alone', () => {
  const branched = play(goTo(made(B('a1'), W('b2')), 1), W('d4'));
  const given = { ...promote(branched, branched.current), result: 'B+R' };
  assert.equal(whole(start(goTo(given, 0))), 'a1 d4');
  assert.deepEqual(
    toGameFile(given).moves.map(([, move]) => move),
    ['a1', 'd4'],
  );
  assert.deepEqual(conceded(given), { winner: 'B', how: 'R' });
  assert.equal(conceded({ ...given, result: 'W+T' })!.winner, 'W');
  assert.equal(conceded(back(given)), null);
  assert.equal(conceded(sibling(given, 1)), null);
  assert.equal(conceded({ ...given, result: 'B+' }), null);
});
