import assert from 'node:assert/strict';
import test from 'node:test';
import { readHexWiki } from '../../../protocols/web/src/game/hexwiki.ts';
import { line, turnsTo } from '../../../protocols/web/src/game/tree.ts';

const only = (text: string) => {
  const diagrams = readHexWiki(text);
  assert.equal(diagrams.length, 1);
  const { tree, leftOut } = diagrams[0]!;
  const { marks } = tree.nodes[tree.current]!;
  return { setup: tree.setup, moves: turnsTo(tree, line(tree).at(-1)!), marks, leftOut };
};

test('a diagram: rows before columns, numbered stones as moves, labels as labels', () => {
  // As the wiki's own example has it, and two shades.
  const { setup, moves, marks, leftOut } = only(`See this:
    <hexboard size="3x4"
      contents="R arrow(12):a1 b1 B a2 R 1:c1 B 2:b3 R 3:d2 E *:c2 b:d1 S d3 red:c3"
      />and so on.`);
  assert.deepEqual([setup.boardYSize, setup.boardXSize, setup.rules], [3, 4, 'none']);
  assert.deepEqual(setup.initialStones, [
    ['B', 'a1'],
    ['B', 'b1'],
    ['W', 'a2'],
  ]);
  assert.equal(setup.initialPlayer, 'B');
  assert.deepEqual(moves, [
    ['B', 'c1'],
    ['W', 'b3'],
    ['B', 'd2'],
  ]);
  assert.equal(marks, 'LB[c2:*][d1:b]');
  assert.equal(leftOut, 3);
});

test('the same as a template', () => {
  const { setup, moves } = only('{{hexboard|5x6|coords=none|contents=R a1 2:b2 B 1:d4}}');
  assert.deepEqual([setup.boardYSize, setup.boardXSize, setup.initialPlayer], [5, 6, 'W']);
  assert.deepEqual(moves, [
    ['W', 'd4'],
    ['B', 'b2'],
  ]);
});

test('a diagram of the older tag', () => {
  const { setup, moves, leftOut } = only('<hex> R4 C7 Q1 Vb2 R0d4 B9c3 Se4 </hex>');
  assert.deepEqual([setup.boardYSize, setup.boardXSize], [4, 7]);
  assert.deepEqual(setup.initialStones, [['B', 'b2']]);
  assert.deepEqual(moves, [
    ['W', 'c3'],
    ['B', 'd4'],
  ]);
  assert.equal(leftOut, 1);
  assert.deepEqual(only('<hex>R5 C5 Q1 Mc3 Ma3 Me3</hex>').moves, [
    ['B', 'c3'],
    ['W', 'a3'],
    ['B', 'e3'],
  ]);
});

test('whose turn it is follows from the stones where nothing else says it', () => {
  assert.equal(only('{{hexboard|3x3|contents=R a1}}').setup.initialPlayer, 'W');
  assert.equal(only('{{hexboard|3x3|contents=R a1 B b2}}').setup.initialPlayer, 'B');
});

test('several diagrams of a page are found, and nothing in other texts', () => {
  assert.equal(readHexWiki('<hexboard size="3x3"/> text {{Hexboard|4x4|contents=R a1}}').length, 2);
  for (const text of ['', 'a1 b2 c3', '{{hexboard}}', '<hex>Ra1</hex>', '<hexboard size="3x3"'])
    assert.deepEqual(readHexWiki(text), [], text);
});
