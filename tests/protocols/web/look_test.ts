import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { browser, server } from './served.ts';
import { PHONE, cell, indexOf, open, picture } from './support.ts';

// Boards as people like them, what they draw on them, and positions that they set up.

const at = (page: Page, name: string) => cell(page, indexOf(name, 5));
const on = (page: Page, name: string, what: string) =>
  page.locator(`[data-cell="${indexOf(name, 5)}"] ${what}`);
const start = (moves: string, options?: object) =>
  open(browser, `${server.address}/#hex,5x5,none,${moves}`, options, { hints: false });
const middle = async (page: Page, name: string): Promise<[number, number]> => {
  const { x, y, width, height } = (await at(page, name).boundingBox())!;
  return [x + width / 2, y + height / 2];
};

test('stones are red and blue for who likes that, and so are their names', async () => {
  const { page, problems } = await start('c3.b2');
  const fill = (name: string) =>
    on(page, name, '.stone').evaluate((stone) => getComputedStyle(stone).fill);
  await page.waitForSelector('.stone.white');
  const before = [await fill('c3'), await fill('b2')];
  await page.getByLabel('Stones').selectOption('red and blue');
  const after = [await fill('c3'), await fill('b2')];
  const parts = (colour: string) => /(\d+), (\d+), (\d+)/.exec(colour)!.slice(1).map(Number);
  assert.notDeepEqual(before, after);
  assert.ok(parts(after[0]!)[0]! > 2 * parts(after[0]!)[2]!, `${after[0]} is not red`);
  assert.ok(parts(after[1]!)[2]! > 2 * parts(after[1]!)[0]!, `${after[1]} is not blue`);
  await page.locator('.caption', { hasText: 'Red to move' }).waitFor();
  await page.locator('.caption', { hasText: 'Blue played b2' }).waitFor();
  await page.screenshot({ path: picture('red-blue') });
  await page.getByLabel('Last move').selectOption('its cell');
  await on(page, 'b2', '.last-cell').waitFor();
  assert.equal(await on(page, 'b2', '.last').isVisible(), false);
  await page.reload();
  await page.locator('.caption', { hasText: 'Red to move' }).waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('a stone that was taken over by a swap is marked as the last move', async () => {
  const address = (rule: string, moves: string) => `${server.address}/#hex,5x5,${rule},${moves}`;
  const { page, problems } = await open(browser, address('swap-pieces', 'b4'), undefined, {
    hints: false,
  });
  await page.getByRole('button', { name: 'Swap pieces' }).click();
  await on(page, 'd2', '.stone.white').waitFor();
  await on(page, 'd2', '.last').waitFor();
  // Its number is the swap's, and stays with it.
  await page.getByLabel('Numbers of moves').check();
  const numbers = () => page.locator('.number-on').allTextContents();
  await on(page, 'd2', '.number-on.latest').waitFor();
  assert.deepEqual(await numbers(), ['2']);
  await at(page, 'b4').click();
  await on(page, 'b4', '.number-on.latest').waitFor();
  assert.deepEqual(await numbers(), ['2', '3']);
  // Where it lies in the middle it stays there; who swaps sides leaves it with its number.
  await page.goto(address('swap-pieces', 'c3.swap-pieces'));
  await on(page, 'c3', '.number-on.latest').waitFor();
  assert.deepEqual(await numbers(), ['2']);
  await page.goto(address('swap-sides', 'b4.swap-sides'));
  await on(page, 'b4', '.stone.black').waitFor();
  await on(page, 'b4', '.number-on.latest').waitFor();
  assert.deepEqual(await numbers(), ['1']);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('the right button draws signs and arrows, which are undone, kept and written', async () => {
  const { page, problems } = await start('c3.b2');
  await page.waitForSelector('.stone.white');
  await at(page, 'd4').click({ button: 'right' });
  await on(page, 'd4', 'circle.sign').waitFor();
  await at(page, 'd4').click({ button: 'right' });
  await on(page, 'd4', 'path.sign').waitFor();
  await page.mouse.move(...(await middle(page, 'a1')));
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(...(await middle(page, 'c3')), { steps: 3 });
  await page.mouse.up({ button: 'right' });
  await page.waitForSelector('.arrow');
  assert.equal(await page.locator('.stone').count(), 2);
  await page.screenshot({ path: picture('drawn') });
  await page.getByRole('button', { name: 'Share' }).click();
  await page.waitForFunction(() =>
    /W\[b2\]TR\[d4\]AR\[a1:c3\]/.test(
      document.querySelector<HTMLTextAreaElement>('dialog textarea')!.value,
    ),
  );
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowLeft'); // they are of this position alone
  await page.waitForFunction(() => !document.querySelector('.arrow, .sign'));
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('.arrow');
  await page.keyboard.press('Control+z');
  await page.waitForFunction(() => !document.querySelector('.arrow'));
  await page.reload();
  await on(page, 'd4', 'path.sign').waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('a finger draws with the pen', async () => {
  const { page } = await start('c3', PHONE);
  await page.getByRole('button', { name: 'Draw signs and arrows' }).tap();
  await at(page, 'b2').tap();
  await on(page, 'b2', 'circle.sign').waitFor();
  assert.equal(await page.locator('.stone, .pending').count(), 1);
  await page.context().close();
});

test('a position is set up freely, and then whose turn it is', async () => {
  const { page, problems } = await start('c3.b2');
  await page.waitForSelector('.stone.white');
  await page.getByRole('button', { name: /: new game/ }).click();
  await page.getByRole('button', { name: 'Set up a position' }).click();
  await at(page, 'c3').click(); // takes the stone away
  await at(page, 'd4').click();
  await page.getByRole('radio', { name: 'White' }).click();
  await at(page, 'd4').click(); // in the other colour now
  await at(page, 'e5').click();
  assert.deepEqual(
    [await page.locator('.stone.black').count(), await page.locator('.stone.white').count()],
    [0, 3],
  );
  await page.screenshot({ path: picture('set-up') });
  await page.getByLabel('To move').selectOption('White');
  await page.getByRole('button', { name: 'Go on from here' }).click();
  await page.locator('.caption', { hasText: 'White to move' }).waitFor();
  await page.waitForURL(/#hex,5x5,none,,0,W,Wb2\.Wd4\.We5$/);
  await at(page, 'a1').click();
  await on(page, 'a1', '.stone.white').waitFor();
  await page.goBack();
  await on(page, 'c3', '.stone').waitFor();
  // Another game ends it.
  const setUp = async () => {
    await page.getByRole('button', { name: /: new game/ }).click();
    await page.getByRole('button', { name: 'Set up a position' }).click();
    await page.getByRole('button', { name: 'Go on from here' }).waitFor();
  };
  await setUp();
  await page.evaluate(() => (location.hash = '#hex,5x5,none,e1'));
  await on(page, 'e1', '.stone').waitFor();
  assert.equal(await page.locator('.placing').count(), 0);
  // The engine waits while it goes on.
  await setUp();
  await page.getByRole('tab', { name: 'Play' }).click();
  await page.getByRole('radio', { name: 'Engine is White' }).click();
  await page.waitForTimeout(2500); // it has two seconds
  assert.equal(await page.locator('.stone').count(), 1);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForSelector('.stone.white');
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('cells bear their names for who looks for one', async () => {
  const { page } = await open(browser, `${server.address}/#havannah,4x4,none,d4`, undefined, {
    hints: false,
  });
  await page.waitForSelector('.stone');
  assert.equal(await page.getByLabel('Move', { exact: true }).getAttribute('placeholder'), 'd4');
  await page.getByLabel('Names of cells').check();
  await page.locator('.cell-name').nth(35).waitFor(); // of 37 cells one has a stone
  const names = await page.locator('.cell-name').allTextContents();
  assert.equal(new Set(names).size, 36);
  assert.ok(names.includes('a4') && !names.includes('d4'), `${names}`);
  await page.screenshot({ path: picture('names') });
  await page.context().close();
});
