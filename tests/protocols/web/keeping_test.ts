import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { browser, server } from './served.ts';
import { cell, indexOf, open } from './support.ts';

// What was played here is not lost.

const BY_HAND = { hints: false };
const GAME = '/#hex,5x5,none,c3.b2';

const start = (path: string) => open(browser, server.address + path, undefined, BY_HAND);
const put = async (page: Page, name: string) => {
  await cell(page, indexOf(name, 5)).click();
  await stone(page, name).waitFor();
};
const stone = (page: Page, name: string) =>
  page.locator(`[data-cell="${indexOf(name, 5)}"] .stone`);
const turns = (page: Page) => page.locator('.turn-of').allInnerTexts();
const waitForTurns = (page: Page, count: number) =>
  page.waitForFunction((count) => document.querySelectorAll('.turn-of').length === count, count);

// Waits until a game with these words in it is in the browser's store.
const isKept = (page: Page, words: string) =>
  page.waitForFunction(
    (words) =>
      new Promise<boolean>((resolve) => {
        const opening = indexedDB.open('isthmus');
        opening.onsuccess = () => {
          const base = opening.result;
          const all = base.transaction('games').objectStore('games').getAll();
          all.onsuccess = () => {
            base.close();
            resolve(JSON.stringify(all.result).includes(words));
          };
        };
      }),
    words,
  );

// b2 or d4 after c3, and a5 after d4.
async function withVariation(): Promise<Page> {
  const { page } = await start(GAME);
  await stone(page, 'b2').waitFor();
  await page.keyboard.press('ArrowLeft');
  await stone(page, 'b2').waitFor({ state: 'detached' });
  await put(page, 'd4');
  await put(page, 'a5');
  return page;
}
const ALL = ['1 c3', '2 d4', '3 a5', '2 b2']; // variations come before what they replace

test('variations are there after a reload, and after the bare address', async () => {
  const page = await withVariation();
  assert.deepEqual(await turns(page), ALL);
  await page.reload();
  await stone(page, 'a5').waitFor();
  assert.deepEqual(await turns(page), ALL);
  await page.keyboard.press('ArrowLeft');
  await stone(page, 'a5').waitFor({ state: 'detached' });
  // It is written when the engine has said what stands there, into the browser's store last.
  await page.waitForFunction(() => location.hash.endsWith(',2'));
  await isKept(page, 'c3.d4.a5,2');
  await page.goto(server.address);
  await stone(page, 'd4').waitFor();
  assert.deepEqual(await turns(page), ALL);
  // Where one was; it is written then as well.
  await page.waitForFunction(() => location.hash.endsWith('c3.d4.a5,2'));
  await page.context().close();
});

test('what was begun or deleted is undone, and browsers go back to it', async () => {
  const page = await withVariation();
  const begin = async () => {
    await page.getByRole('button', { name: /: new game/ }).click();
    await page.getByRole('button', { name: 'Begin' }).click();
    await waitForTurns(page, 0);
  };
  await begin();
  await page.keyboard.press('Control+z');
  await waitForTurns(page, 4);
  await page.keyboard.press('Control+y');
  await waitForTurns(page, 0);
  await page.goBack();
  await waitForTurns(page, 4);
  await stone(page, 'a5').waitFor();
  await page.goForward();
  await waitForTurns(page, 0);
  await page.goBack();
  await waitForTurns(page, 4);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Delete' }).click();
  await waitForTurns(page, 0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await waitForTurns(page, 4);
  assert.deepEqual(await turns(page), ALL);
  await page.context().close();
});

test('what is written of a position is one change, that is undone and kept at once', async () => {
  const { page } = await start(GAME);
  await stone(page, 'b2').waitFor();
  const note = (text: string) => page.locator('.note', { hasText: new RegExp(`^${text}$`) }).waitFor();
  const write = async (button: string, text: string) => {
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.keyboard.type(text);
  };
  await write('Comment', 'good');
  await page.locator('.caption h2').click();
  await note('good');
  await write('Change the comment', ' enough'); // goes on behind what is there
  await page.keyboard.press('Tab');
  await note('good enough');
  await page.keyboard.press('Control+z'); // in the next field, which has nothing to undo
  await note('good');
  await page.keyboard.press('Control+y');
  await note('good enough');
  await write('Change the comment', '!');
  await page.getByRole('button', { name: 'Undo' }).click();
  await note('good enough');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.locator('.note').waitFor({ state: 'detached' });
  await write('Comment', 'unfinished');
  await isKept(page, 'unfinished');
  await page.reload();
  // Once in some hundreds of runs, on a busy machine, this did not come; the cause is not known.
  await note('unfinished').catch(async (error: Error) => {
    const seen = await page.evaluate(() => [
      JSON.stringify(history.state),
      location.hash,
      document.body.innerText,
    ]);
    throw new Error(`${error.message}\nThe page has: ${seen.join('\n')}`);
  });
  await page.context().close();
});

test('the page opens its own links, and reports those that it cannot', async () => {
  const { page, problems } = await start(GAME);
  await stone(page, 'b2').waitFor();
  const link = page.url();
  const openText = async (text: string) => {
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.locator('dialog textarea').fill(text);
    await page.locator('dialog form .strong').click();
  };
  for (const text of [
    link,
    'https://elsewhere.example/board/#hex,5x5,none,c3.b2',
    '#hex,5x5,none,c3.b2',
  ]) {
    await page.getByRole('button', { name: /: new game/ }).click();
    await page.getByRole('button', { name: 'Begin' }).click();
    await waitForTurns(page, 0);
    await openText(text);
    await stone(page, 'b2').waitFor();
    assert.deepEqual(await turns(page), ['1 c3', '2 b2'], text);
  }
  // Nothing is made of what the engine refuses, from the dialog or from the address.
  await openText('#hex,5x5,none,c3.c3');
  await page.getByText('This cannot be read: Turn 2: c3: there is a stone').waitFor();
  await page.keyboard.press('Escape');
  for (const [fragment, said] of [
    ['#hex,5x5,none,c3.c3', 'Turn 2: c3: there is a stone'],
    ['#nonsense', 'This address holds no game'],
    ['#%', 'This address holds no game'],
  ] as const) {
    await page.evaluate((fragment) => (location.hash = fragment), fragment);
    await page.locator('.trouble', { hasText: said }).waitFor();
    assert.deepEqual(await turns(page), ['1 c3', '2 b2'], fragment);
    await page.getByRole('button', { name: 'Close' }).click();
  }
  await page.evaluate(() => (location.hash = '#hex,5x5,none,e1'));
  await stone(page, 'e1').waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();
});

// Waits until the newest game is kept as one looks at its empty board: it is written a moment after it
// is drawn.
async function keptWithoutStones(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const base = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('isthmus');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const games = await new Promise<{ time: number; stones: string }[]>((resolve, reject) => {
      const request = base.transaction('games').objectStore('games').getAll();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    base.close();
    const newest = games.reduce((a, b) => (a.time < b.time ? b : a));
    return !/[BW]/.test(newest.stones);
  });
}

test('two windows on one game each keep what was played in them', async () => {
  const page = await withVariation();
  const second = await page.context().newPage();
  await second.goto(server.address);
  await stone(second, 'a5').waitFor();
  // To look around in one of them changes nothing.
  await second.keyboard.press('ArrowLeft');
  await second.waitForURL(/,2$/);
  await put(page, 'e1');
  await second.keyboard.press('ArrowRight');
  await stone(second, 'a5').waitFor();
  await put(second, 'e5');
  await page.reload();
  await second.reload();
  await stone(page, 'e1').waitFor();
  await stone(second, 'e5').waitFor();
  assert.equal(await stone(page, 'e5').count(), 0);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll('.kept').length === 2);
  await page.keyboard.press('Escape');
  // What is the same in both is kept once. One that is still at work may write after the other.
  await second.close();
  await page.keyboard.press('Home');
  await keptWithoutStones(page);
  const third = await page.context().newPage();
  await third.goto(server.address);
  await cell(third, 0).waitFor();
  await stone(third, 'c3').waitFor({ state: 'detached' });
  await third.getByRole('button', { name: 'Open', exact: true }).click();
  await third.locator('.kept .stone').first().waitFor();
  assert.equal(await third.locator('.kept').count(), 2);
  await page.context().close();
});

test('kept games are shown, and what is deleted of them comes back', async () => {
  const page = await withVariation();
  await page.getByRole('button', { name: /: new game/ }).click();
  await page.getByRole('button', { name: 'Begin' }).click();
  await waitForTurns(page, 0);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const kept = page.locator('.kept');
  await kept.locator('.stone').nth(2).waitFor(); // c3, d4 and a5
  assert.match(await kept.innerText(), /Hex 5 × 5/);
  await page.getByRole('button', { name: 'Delete Hex 5 × 5' }).click();
  await kept.waitFor({ state: 'detached' });
  await page.locator('dialog').getByRole('button', { name: 'Undo', exact: true }).click();
  await kept.getByRole('button', { name: /^Hex 5 × 5/ }).click();
  await waitForTurns(page, 4);
  await page.context().close();
});

test('names and comments are given here, kept, and written with the game', async () => {
  const { page } = await start(GAME);
  await stone(page, 'b2').waitFor();
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.getByRole('textbox', { name: 'Comment' }).fill('A good start');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Names, result, comment' }).click();
  await page.getByLabel('Black’s name').fill('Ann');
  await page.getByLabel('White’s name').fill('Bob');
  await page.keyboard.press('Tab');
  await page.getByLabel('Result').selectOption('White won by resignation');
  await page.getByLabel('About the game').fill('Of the spring cup');
  await page.keyboard.press('Escape');
  await page.locator('.seats', { hasText: /Ann.*White won by resignation.*Bob/ }).waitFor();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.waitForFunction(() =>
    /PB\[Ann\]PW\[Bob\]RE\[W\+R\]C\[Of the spring cup\][^]*W\[b2\]C\[A good start\]/.test(
      document.querySelector<HTMLTextAreaElement>('dialog textarea')!.value,
    ),
  );
  await page.keyboard.press('Escape');
  await page.goto(server.address);
  await page.getByText('A good start').waitFor();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.locator('.kept', { hasText: 'Ann – Bob' }).waitFor();
  await page.context().close();
});
