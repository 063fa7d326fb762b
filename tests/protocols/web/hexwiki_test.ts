import assert from 'node:assert/strict';
import test from 'node:test';
import { readHexWiki } from '../../../protocols/web/src/game/hexwiki.ts';
import { line, turnsTo } from '../../../protocols/web/src/game/tree.ts';

const only = (text: string) => {
  const diagrams = readHexWiki(text);
  assert.equal(diagrams.length, 1);
  const { tree, leftOut } = diagrams[0]!;
  return { setup: tree.setup, moves: turnsTo(tree, line(tree).at(-1)!), leftOut };
};

test('a diagram of the template: rows before columns, numbered stones as moves', () => {
  const { setup, moves, leftOut } = only(`See this:
    {{hexboard|5x6
      |coords=none
      |contents=R a1 2:b2 B c3 1:d4 E *:e5 S area(f1,f2)
    }} and so on.`);
  assert.deepEqual([setup.boardYSize, setup.boardXSize, setup.rules], [5, 6, 'none']);
  assert.deepEqual(setup.initialStones, [
    ['B', 'a1'],
    ['W', 'c3'],
  ]);
  assert.equal(setup.initialPlayer, 'W');
  assert.deepEqual(moves, [
    ['W', 'd4'],
    ['B', 'b2'],
  ]);
  assert.equal(leftOut, 3);
});

test('a diagram of the older tag', () => {
  const { setup, moves, leftOut } = only('<hex> R4 C7 Q1 Vb2 R3d4 B2c3 Se4 </hex>');
  assert.deepEqual([setup.boardYSize, setup.boardXSize], [4, 7]);
  assert.deepEqual(setup.initialStones, [['B', 'b2']]);
  assert.deepEqual(moves, [
    ['W', 'c3'],
    ['B', 'd4'],
  ]);
  assert.equal(leftOut, 1);
});

test('whose turn it is follows from the stones where nothing else says it', () => {
  assert.equal(only('{{hexboard|3x3|contents=R a1}}').setup.initialPlayer, 'W');
  assert.equal(only('{{hexboard|3x3|contents=R a1 B b2}}').setup.initialPlayer, 'B');
});

test('several diagrams of a page are found, and nothing in other texts', () => {
  assert.equal(readHexWiki('{{hexboard|3x3}} text {{Hexboard|4x4|contents=Ra1}}').length, 2);
  for (const text of ['', 'a1 b2 c3', '{{hexboard}}', '<hex>Ra1</hex>', '{{hexboard|3x3'])
    assert.deepEqual(readHexWiki(text), [], text);
});
