import assert from 'node:assert/strict';
import test from 'node:test';
import { shapesOf, withArrow, withNextSign } from '../../../protocols/web/src/game/shapes.ts';

test('signs, labels and arrows are read from what SGF says', () => {
  const { signs, labels, arrows } = shapesOf('TR[a1][b2]MA[c3]LB[d4:x\\]y][e5:1]AR[a1:c3]KO[]');
  assert.deepEqual(Object.fromEntries(signs), { a1: 'TR', b2: 'TR', c3: 'MA' });
  assert.deepEqual(Object.fromEntries(labels), { d4: 'x]y', e5: '1' });
  assert.deepEqual(arrows, [['a1', 'c3']]);
  assert.equal(shapesOf('').signs.size, 0);
});

test('a sign is followed by the next one, and at last by none; all else stays', () => {
  const others = 'LB[d4:x\\]y]KO[]TR[b2]';
  let text = others;
  const seen = [];
  for (let i = 0; i < 5; ++i) {
    text = withNextSign(text, 'a1');
    seen.push(shapesOf(text).signs.get('a1'));
  }
  assert.deepEqual(seen, ['CR', 'TR', 'SQ', 'MA', undefined]);
  assert.deepEqual(shapesOf(text), shapesOf(others));
  assert.match(text, /KO\[\]/);
  assert.match(text, /LB\[d4:x\\\]y\]/);
});

test('an arrow that is there already is taken away', () => {
  const one = withArrow('CR[a1]', 'a1', 'b2');
  assert.equal(one, 'CR[a1]AR[a1:b2]');
  assert.equal(withArrow(one, 'b2', 'a1'), 'CR[a1]AR[a1:b2][b2:a1]');
  assert.equal(withArrow(one, 'a1', 'b2'), 'CR[a1]');
});
