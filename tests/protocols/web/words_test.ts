import assert from 'node:assert/strict';
import test from 'node:test';
import { plainError, plural, progress } from '../../../protocols/web/src/words.ts';

test('words fit their numbers', () => {
  assert.equal(plural(1, 'position'), '1 position');
  assert.equal(plural(0, 'turn'), '0 turns');
  assert.equal(plural(12345, 'position'), '12,345 positions');
});

test('how far something is has an end only once that is known', () => {
  assert.equal(progress(0, 0), 'beginning …');
  assert.equal(progress(3, 121), '3 of 121');
});

test('errors come without the names of fields', () => {
  assert.equal(
    plainError(new Error("'text': line 1: expected a move such as a1, not 'x'")),
    "line 1: expected a move such as a1, not 'x'",
  );
  assert.equal(
    plainError(new Error("'moves/1': c3: there is a stone")),
    'Turn 2: c3: there is a stone',
  );
  assert.equal(plainError('no connection'), 'no connection');
});
