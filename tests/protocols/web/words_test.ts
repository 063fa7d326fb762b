import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { plural, texts } from '../../../protocols/web/src/texts.ts';
import { clockText, plainError, resultText } from '../../../protocols/web/src/words.ts';

test('words fit their numbers', () => {
  assert.equal(plural(1, 'position'), '1 position');
  assert.equal(plural(0, 'turn'), '0 turns');
  assert.equal(plural(12345, 'position'), '12,345 positions');
});

test('how far something is has an end only once that is known', () => {
  assert.equal(texts.progress(0, 0, null), 'beginning …');
  assert.equal(texts.progress(3, 121, null), '3 of 121');
  assert.equal(texts.progress(40, 121, 7.2), '40 of 121, about 8 s more');
  assert.equal(texts.progress(121, 121, 0), '121 of 121, nearly done');
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
  assert.equal(
    plainError(new Error("'moves/3/1': 'z9' is no cell of this board (a1 to e5)")),
    "Turn 4: 'z9' is no cell of this board (a1 to e5)",
  );
  assert.equal(
    plainError(new Error("'initialStones/1': there is a stone on c3 already")),
    'there is a stone on c3 already',
  );
  assert.equal(plainError('no connection'), 'no connection');
});

test('results and times are written as people write them', () => {
  assert.equal(resultText('B+R'), 'Black won by resignation');
  assert.equal(resultText('W+'), 'White won');
  assert.equal(resultText('0'), 'a draw');
  assert.equal(resultText('Void'), 'Void');
  assert.deepEqual([600, 59.9, 10, 9.34, 0].map(clockText), [
    '10:00',
    '0:59',
    '0:10',
    '9.3',
    '0.0',
  ]);
});

// Words in the markup of components: between tags, or in an attribute that is read or heard.
const WORDS_IN_MARKUP = [
  /(?:aria-label|title|aside|label|placeholder)="[A-Za-z]{2,}/,
  />[A-Z][a-z]+[^<>{}()=;]*</,
];
const EXCEPT = ['>Isthmus<', 'placeholder="f6"', 'placeholder="https'];

test('all that the page says stands in one table', () => {
  const source = join(process.env['ISTHMUS_WEB']!, 'src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  const components = files.filter((file) => file.endsWith('.tsx'));
  assert.ok(components.length > 30);
  for (const file of components) {
    for (const row of readFileSync(join(source, file), 'utf8').split('\n')) {
      if (EXCEPT.some((text) => row.includes(text))) continue;
      for (const words of WORDS_IN_MARKUP) assert.doesNotMatch(row, words, file);
    }
  }
});
