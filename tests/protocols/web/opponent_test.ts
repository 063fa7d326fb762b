import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { browser, server } from './served.ts';
import { NARROW, PHONE, Server, cell, indexOf, open } from './support.ts';

// A game against the engine, by somebody who does not wait for it.

const QUICK = { mode: 'play', hints: false, overrides: { visits: 30 } };
// It thinks until it is asked to move.
const SLOW = { mode: 'play', hints: false, overrides: { time: 600, visits: 100_000_000 } };

const at = (page: Page, name: string) => cell(page, indexOf(name, 5));
const stones = (page: Page, colour = '') => page.locator(`.board .stone${colour}`).count();
const caption = (page: Page, text: RegExp) => page.locator('.caption', { hasText: text }).waitFor();
const play = (address: string, rule: string, preferences: object) =>
  open(browser, `${address}/#hex,5x5,${rule},`, undefined, preferences);

test('while the engine thinks no one else moves for it, and it can be asked to move', async () => {
  const { page, problems } = await play(server.address, 'swap-pieces', {
    ...SLOW,
    engineSide: 'W',
  });
  await at(page, 'c3').click();
  await caption(page, /White is thinking/);
  await at(page, 'b2').click();
  await page.getByLabel('Move', { exact: true }).fill('b2');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await caption(page, /White is the engine: it is still thinking/);
  assert.equal(await page.getByRole('button', { name: /^Swap/ }).count(), 0);
  assert.equal(await stones(page), 1);
  await page.getByRole('button', { name: 'Move now' }).click();
  await caption(page, /Black to move.*White swapped/); // the middle of 5 x 5 wins
  assert.equal(await stones(page, '.white'), 1);
  // Undone is the engine's answer with what it answers.
  await page.getByRole('button', { name: 'Undo' }).click();
  await caption(page, /Black to move.*the game begins/);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('what is written while the engine thinks is undone and done again with its answer', async () => {
  const { page } = await play(server.address, 'none', { ...SLOW, engineSide: 'W' });
  await at(page, 'c3').click();
  await caption(page, /White is thinking/);
  await page.getByRole('button', { name: 'Comment' }).click();
  await page.keyboard.type('the middle');
  await page.getByRole('button', { name: 'Move now' }).click();
  await caption(page, /Black to move.*White played/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await caption(page, /Black to move.*the game begins/);
  await page.getByRole('button', { name: 'Redo' }).click();
  await caption(page, /Black to move.*White played/);
  assert.equal(await page.getByRole('button', { name: 'Redo' }).count(), 0);
  await page.keyboard.press('ArrowLeft');
  await page.locator('.note', { hasText: 'the middle' }).waitFor();
  await page.context().close();
});

test('on a phone the board stays where it is while the engine thinks', async () => {
  for (const device of [PHONE, NARROW]) {
    const address = `${server.address}/#hex,5x5,none,`;
    const { page } = await open(browser, address, device, { ...SLOW, engineSide: 'W' });
    const top = async () => (await page.locator('.board').boundingBox())!.y;
    const before = await top();
    await at(page, 'c3').tap();
    await at(page, 'c3').tap();
    const moveNow = page.getByRole('button', { name: 'Move now' });
    await moveNow.waitFor();
    assert.equal(await top(), before);
    await moveNow.tap();
    await caption(page, /Black to move.*White played/);
    assert.equal(await top(), before);
    await page.context().close();
  }
});

test('who swaps sides plays on in the other colour: the engine', async () => {
  const { page } = await play(server.address, 'swap-sides', { ...QUICK, engineSide: 'W' });
  await at(page, 'c3').click();
  await caption(page, /White to move.*White swapped/);
  const chosen = page.getByRole('radio', { name: 'Engine is Black' });
  assert.equal(await chosen.getAttribute('aria-checked'), 'true');
  await at(page, 'b2').click();
  await caption(page, /White to move.*Black played/);
  assert.deepEqual([await stones(page, '.black'), await stones(page, '.white')], [2, 1]);
  await page.context().close();
});

test('who swaps sides plays on in the other colour: the other player, by a click on the stone', async () => {
  for (const [rule, next] of [
    ['swap-sides', /Black to move.*White played/],
    ['swap-pieces', /White to move.*Black played/],
  ] as const) {
    const { page } = await play(server.address, rule, { ...QUICK, engineSide: 'B' });
    await caption(page, /White to move.*Black played/);
    await page.locator('[data-cell]:has(.stone) > .cell').click();
    // After a swap of pieces the caption is what it was before.
    await page.locator('[data-cell] .stone').nth(1).waitFor();
    await caption(page, next);
    assert.equal(await stones(page), 2);
    await page.context().close();
  }
});

test('the engine moves after a reload in the midst of its thought', async () => {
  const { page } = await play(server.address, 'none', { ...SLOW, engineSide: 'W' });
  await at(page, 'c3').click();
  await caption(page, /White is thinking/);
  await page.reload();
  await page.getByRole('button', { name: 'Move now' }).click();
  await caption(page, /Black to move/);
  assert.equal(await stones(page), 2);
  await page.keyboard.press('Control+z');
  await caption(page, /Black to move.*the game begins/);
  await page.context().close();
});

// A game of two people whose server has gone after c3, and b2, which waits for it.
async function waitForServer() {
  const own = await Server.start();
  const { page, problems } = await play(own.address, 'none', { ...SLOW, engineSide: 'none' });
  await at(page, 'c3').click();
  await page.waitForSelector('.stone.black');
  await own.stop();
  await page.waitForSelector('.lost');
  await at(page, 'b2').click();
  await caption(page, /b2 waits for the engine/);
  return { own, page, problems };
}

test('without its server the list has no move that the board has not', async (context) => {
  const { own, page } = await waitForServer();
  assert.equal(await page.locator('.turn-of').count(), 1);
  assert.equal(await page.locator('.pending').count(), 1);
  await at(page, 'd4').click(); // rather there
  await caption(page, /d4 waits for the engine/);
  const again = await Server.start(own.port);
  await page.waitForSelector('.stone.white');
  assert.equal(await page.locator('.turn-of').count(), 2);
  assert.equal(await page.locator(`[data-cell="${indexOf('d4', 5)}"] .stone`).count(), 1);
  // The same in the midst of a thought, of which nothing was said yet: it thinks again.
  await page.getByRole('radio', { name: 'Engine is Black' }).click();
  await caption(page, /Black is thinking/);
  await again.stop('SIGKILL');
  await page.waitForSelector('.lost');
  const last = await Server.start(own.port);
  context.after(() => last.stop());
  await page.waitForFunction(() => !document.querySelector('.lost'));
  await page.getByRole('button', { name: 'Move now' }).click();
  await caption(page, /White to move/);
  assert.equal(await stones(page), 3);
  await page.context().close();
});

test('without its server a move that waits is taken back, and no text is read later', async (context) => {
  const { own, page, problems } = await waitForServer();
  // What is written meanwhile leaves it waiting.
  await page.getByRole('button', { name: 'Comment' }).click();
  await page.keyboard.type('why');
  await caption(page, /b2 waits for the engine/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await caption(page, /White to move.*Black played c3/);
  assert.equal(await stones(page), 1);
  const reach = /The engine cannot be reached/;
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.locator('dialog textarea').fill('a1 b2 d4');
  await page.locator('dialog form .strong').click();
  await page.getByRole('alert').filter({ hasText: reach }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('alert').filter({ hasText: reach }).waitFor();
  const again = await Server.start(own.port);
  context.after(() => again.stop());
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await page.waitForFunction(() =>
    /B\[c3\]C\[why\]\)/.test(document.querySelector<HTMLTextAreaElement>('dialog textarea')!.value),
  );
  await page.keyboard.press('Escape');
  await caption(page, /White to move.*Black played c3/);
  assert.equal(await stones(page), 1);
  assert.deepEqual(
    problems.filter((problem) => !/ERR_CONNECTION_REFUSED|WebSocket/.test(problem)),
    [],
  );
  await page.context().close();
});

test('one resigns, and plays again in the other colour', async () => {
  const { page } = await play(server.address, 'none', { ...QUICK, engineSide: 'W' });
  await at(page, 'c3').click();
  await caption(page, /Black to move.*White played/);
  await page.getByRole('button', { name: 'Resign' }).click();
  await caption(page, /White has won.*Black resigned/);
  await page.getByRole('button', { name: 'Save' }).click();
  const text = page.getByLabel('The game as text');
  await page.waitForFunction(() =>
    /RE\[W\+R/.test(document.querySelector<HTMLTextAreaElement>('dialog textarea')!.value),
  );
  assert.match(await text.inputValue(), /RE\[W\+R/);
  await page.keyboard.press('Escape');
  await page.locator('.seats').click();
  await page.getByLabel('Black’s name').fill('Ann');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Rematch' }).click();
  await caption(page, /White to move.*Black played/);
  assert.equal(await stones(page), 1);
  assert.match(await page.locator('.seats').innerText(), /Engine\s+Ann/);
  await page.context().close();
});

test('what one writes stays when the engine moves meanwhile', async () => {
  const { page, problems } = await play(server.address, 'none', { ...SLOW, engineSide: 'W' });
  const thinks = async () => {
    await at(page, 'c3').click();
    await page.getByRole('button', { name: 'Move now' }).waitFor();
  };
  // As if its time were up: nothing else on the page is touched.
  const moves = async () => {
    await page.locator('.caption button').evaluate((button: HTMLElement) => button.click());
    await page.waitForSelector('.stone.white');
  };
  await thinks();
  await page.locator('.seats').click();
  await page.getByLabel('Black’s name').click();
  await page.keyboard.type('Ann');
  await moves();
  await page.keyboard.type(' of Hull');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await page.locator('.seats', { hasText: 'Ann of Hull' }).waitFor();
  // What is written is of the position where it was begun.
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await caption(page, /the game begins/);
  await thinks();
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.keyboard.type('In the ');
  await moves();
  await page.keyboard.type('middle');
  await page.keyboard.press('Tab');
  await page.getByText('In the middle').waitFor({ state: 'detached' });
  await page.locator('.turn-of', { hasText: 'c3' }).click();
  await page.getByText('In the middle').waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('there is no swap once a game was resigned', async () => {
  const { page, problems } = await play(server.address, 'swap-pieces', {
    ...QUICK,
    engineSide: 'B',
  });
  await caption(page, /White to move.*Black played/);
  const swap = page.getByRole('button', { name: 'Swap pieces' });
  await swap.waitFor();
  await page.locator('.swap').waitFor();
  await page.getByRole('button', { name: 'Resign' }).click();
  await caption(page, /Black has won.*White resigned/);
  assert.equal(await swap.count(), 0);
  assert.equal(await page.locator('.swap').count(), 0);
  await page.locator('.board .last').waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('a game is kept with whom it was played against, and how it ended', async () => {
  const game = '#hex,3x3,none,b1.a1.b2.a2';
  const { page } = await open(browser, `${server.address}/${game}`, undefined, {
    ...QUICK,
    engineSide: 'W',
    overrides: { level: 1 },
  });
  await cell(page, 8).click();
  await page.waitForFunction(() => document.querySelectorAll('.stone').length === 6);
  // The engine can no longer keep Black from b3 and c2.
  const goal = (await page.locator('[data-cell="7"] .stone').count()) === 0 ? 7 : 6;
  await cell(page, goal).click();
  await caption(page, /Black has won/);
  const seats = page.locator('.seats', { hasText: /^Black\s*Black won\s*Engine 1$/ });
  await seats.waitFor();
  await page.getByRole('button', { name: 'Rematch' }).click();
  await caption(page, /White to move/);
  await page.locator('.seats', { hasText: /^Engine 1\s*White$/ }).waitFor();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.locator('.kept', { hasText: 'Black – Engine 1, Black won, 7 turns' }).waitFor();
  await page.keyboard.press('Escape');
  // The engine plays Black by now, but not in that game.
  await page.goBack();
  await caption(page, /Black has won/);
  await seats.waitFor();
  // With the game's end goes its result.
  await page.getByRole('radio', { name: 'Both by hand' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.locator('.seats', { hasText: 'Black won' }).waitFor({ state: 'detached' });
  await page.context().close();
});

test('on a narrow phone one sees how far a review is', async () => {
  const game = `${server.address}/#hex,11x11,none,f6.a1.e8.b1.c1.k11.d1.k10`;
  const { page } = await open(browser, game, NARROW, { ...QUICK, engineSide: 'W' });
  await page.getByRole('button', { name: 'Resign' }).tap();
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole('button', { name: 'Review', exact: true }).tap();
  const { y, height } = (await page.locator('progress').boundingBox())!;
  assert.ok(y > 0 && y + height < 568, `${y}`);
  await page.context().close();
});

test('after a game one goes through it', async () => {
  // b1, b2 and b3 join top to bottom.
  const game = `${server.address}/#hex,3x3,none,b1.a1.b2.a2.b3`;
  const { page } = await open(browser, game, undefined, QUICK);
  await caption(page, /Black has won.*after 5 turns/);
  await page.getByRole('button', { name: 'New game', exact: true }).click();
  await page.getByRole('heading', { name: 'New game' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await page.getByRole('button', { name: 'Review anew' }).waitFor();
  await page.context().close();
});
