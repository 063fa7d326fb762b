import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { browser, server } from './served.ts';
import { indexOf, open } from './support.ts';

// All by keyboard: no mouse, and what the live region says is checked as a screen reader would hear it.

const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return 'nothing';
    return element.getAttribute('aria-label') ?? element.textContent ?? '';
  });

async function tabTo(page: Page, label: RegExp, key = 'Tab'): Promise<void> {
  for (let i = 0; i < 60; ++i) {
    if (label.test(await focused(page))) return;
    await page.keyboard.press(key);
  }
  assert.fail(`Tab never comes to ${label}`);
}

async function hears(page: Page, text: string): Promise<void> {
  await page
    .waitForFunction(
      (text) => document.getElementById('announcer')!.textContent!.includes(text),
      text,
    )
    .catch(async () =>
      assert.fail(`“${text}” is not said, but “${await page.locator('#announcer').textContent()}”`),
    );
}

test('a game is played by keyboard, against the engine', async () => {
  const { page, problems } = await open(browser, `${server.address}/#hex,3x3,none,`, undefined, {
    mode: 'play',
    overrides: { visits: 20 },
  });
  await tabTo(page, /Both by hand/);
  await tabTo(page, /Engine is White/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^Hex 3 × 3 board/, 'Shift+Tab');
  await hears(page, 'b2, empty');
  await page.keyboard.press('Enter');
  await hears(page, 'White played');
  // The first row from its left end: whichever cells are empty are taken one after the other.
  for (let turn = 0; turn < 5; ++turn) {
    const title = await page.locator('.caption h2').textContent();
    if (/won/.test(title!)) break;
    const empty = await page.evaluate(() =>
      [...document.querySelectorAll('[data-cell]')].findIndex(
        (cell) => !cell.querySelector('.stone'),
      ),
    );
    for (let i = 0; i < 2; ++i) await page.keyboard.press('ArrowUp');
    for (let i = 0; i < 2; ++i) await page.keyboard.press('ArrowLeft');
    for (let i = 0; i < Math.floor(empty / 3); ++i) await page.keyboard.press('ArrowDown');
    for (let i = 0; i < empty % 3; ++i) await page.keyboard.press('ArrowRight');
    await hears(page, `${'abc'[empty % 3]}${Math.floor(empty / 3) + 1}, empty`);
    const stones = await page.locator('.stone').count();
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      (before) =>
        document.querySelectorAll('.stone').length >= before + 2 ||
        /won/.test(document.querySelector('.caption h2')!.textContent!),
      stones,
    );
  }
  await hears(page, 'has won');
  await page.keyboard.press('Tab');
  assert.doesNotMatch(await focused(page), /board/);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('the cursor says what stands on a cell, and what the engine thinks of it', async () => {
  const { page } = await open(browser, `${server.address}/#hex,5x5,none,b3`, undefined, {
    analysisVisits: 60,
  });
  await page.waitForSelector('.ring');
  await tabTo(page, /board/);
  await hears(page, 'c3');
  await page.keyboard.press('ArrowLeft');
  await hears(page, 'b3, Black');
  await page.waitForFunction(() =>
    /done/.test(document.querySelector('.card[aria-label="Win rate"] header span')!.textContent!),
  );
  await page.keyboard.press(',');
  await hears(page, 'Start of the game');
  await page.keyboard.press('.');
  await hears(page, 'Black played b3');
  await hears(page, 'Best is'); // the verdict
  await page.context().close();
});

test('a review, and a better move, by keyboard', async () => {
  const { page, problems } = await open(
    browser,
    `${server.address}/#hex,5x5,none,a1.c3.e5.b4`,
    undefined,
    { hints: false },
  );
  await tabTo(page, /^Analyse$/);
  await page.keyboard.press('ArrowRight');
  await tabTo(page, /Review this game/);
  await page.keyboard.press('Enter');
  await hears(page, 'The review is ready');
  await tabTo(page, /^Find better$/);
  const title = (await page.locator('.mistakes li').first().textContent())!;
  assert.match(title, /(Black|White) [a-e][1-5] \?/);
  await page.keyboard.press('Enter');
  await hears(page, 'Find a better move');
  await tabTo(page, /Show it/);
  await page.keyboard.press('Enter');
  await hears(page, 'The move was');
  const best = /The move was ([a-e][1-5])/.exec(
    (await page.locator('#announcer').textContent())!,
  )?.[1];
  if (best) assert.equal(await page.locator(`[data-cell="${indexOf(best, 5)}"] .ring`).count(), 1);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('a move is typed, and a wrong one refused', async () => {
  const { page } = await open(browser, `${server.address}/#hex,5x5,none,`, undefined, {
    hints: false,
  });
  await tabTo(page, /^$/); // the field has no text
  await page.getByRole('textbox', { name: 'Move' }).focus();
  await page.keyboard.type('z9');
  await page.keyboard.press('Enter');
  await hears(page, '“z9” is no move here');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('c3');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.stone.black');
  await page.context().close();
});

test('the focus stays where one acts, and comes back from dialogs', async () => {
  const { page, problems } = await open(browser, `${server.address}/#hex,5x5,none,c3`, undefined, {
    mode: 'play',
    hints: false,
  });
  await page.waitForSelector('.stone.black');
  const hasFocus = async (label: RegExp) => assert.match(await focused(page), label);
  await tabTo(page, /new game$/);
  await page.keyboard.press('Enter');
  await page.getByRole('spinbutton', { name: 'Columns' }).fill('4');
  await page.keyboard.press('Tab');
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  await page.locator('dialog').waitFor({ state: 'detached' });
  await hasFocus(/^Hex 4 × 4: new game$/);
  await page.keyboard.press('Control+z');
  await page.waitForSelector('.stone.black');
  // A step that leads no further keeps it.
  await tabTo(page, /^Back$/);
  await page.keyboard.press('Enter');
  await page.locator('.stone').waitFor({ state: 'detached' });
  await hasFocus(/^Back$/);
  await page.keyboard.press('Enter');
  await hasFocus(/^Back$/);
  // Arrows go round among choices, and not through the game.
  await tabTo(page, /Both by hand/);
  for (const [key, label] of [
    ['ArrowRight', /Engine is White/],
    ['ArrowDown', /Engine is Black/],
    ['ArrowRight', /Both by hand/],
    ['ArrowLeft', /Engine is Black/],
    ['Home', /Both by hand/],
  ] as const) {
    await page.keyboard.press(key);
    await hasFocus(label);
  }
  assert.equal(await page.locator('.stone').count(), 0);
  assert.deepEqual(problems, []);
  await page.context().close();
});
