import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { likeCells } from '../../../protocols/web/src/board/symmetries.ts';
import type { BoardAnswer, ReviewedTurn } from '../../../protocols/web/src/engine/protocol.ts';
import { accuracyOf } from '../../../protocols/web/src/game/accuracy.ts';
import { themesOf } from '../../../protocols/web/src/game/themes.ts';
import { browser, server } from './served.ts';
import { DESKTOP, NARROW, PHONE, cell, indexOf, open, picture } from './support.ts';

// What one may learn here.

const turn = (player: 'B' | 'W', loss: number, sign: ReviewedTurn['sign']): ReviewedTurn => ({
  player,
  move: 'a1',
  best: 'a1',
  wins: 0.5,
  bestWins: 0.5,
  loss,
  sign,
  remarks: [],
  line: [],
});

test('accuracy is of each player’s own moves', () => {
  const turns = [turn('B', 0, ''), turn('W', 0.5, '??'), turn('B', 0.1, '?!'), turn('B', 0, '')];
  const black = accuracyOf(turns, 'B')!;
  assert.ok(Math.abs(black.share - (2 + 0.6473) / 3) < 1e-4, `${black.share}`); // e^-0.435
  assert.deepEqual(black.signs, { '?!': 1, '?': 0, '??': 0 });
  assert.ok(Math.abs(accuracyOf(turns, 'W')!.share - 0.1136) < 1e-4); // e^-2.175
  assert.equal(accuracyOf([], 'B'), null);
});

test('what comes up in several mistakes is one theme', () => {
  const themes = themesOf([
    {
      number: 9,
      remarks: ['The better d4 joins c2 by a bridge.', 'The better line has a ladder.'],
    },
    {
      number: 3,
      remarks: ['White’s answer e5 cuts the bridge d3-e5.', 'd4 cuts the bridge a1-b2.'],
    },
    { number: 5, remarks: [] },
  ]);
  assert.deepEqual(themes, [{ theme: 'Bridges', numbers: [3, 9] }]);
});

// How many cells of an empty board are not like one before them.
function kinds(game: string, size: number): number {
  const asked = JSON.stringify({ id: 'b', action: 'query_board', game, size });
  const run = spawnSync(process.env['ISTHMUS_PROGRAM']!, ['analyze', '--stream'], { input: asked });
  const board = JSON.parse(String(run.stdout).split('\n')[0]!) as BoardAnswer;
  const like = likeCells(board);
  return board.cells.filter((cell, i) => cell && like[i] === i).length;
}

test('cells of an empty board are alike where the board is turned onto itself', () => {
  assert.equal(kinds('hex', 3), 5); // half a turn: four pairs and the middle
  assert.equal(kinds('hex', 4), 8);
  assert.equal(kinds('havannah', 3), 4); // the middle, a ring of six, corners, and sides
  assert.equal(kinds('y', 3), 2); // the corners, and the middles of the sides
});

test('first stones that are the same are one', async () => {
  const { page, problems } = await open(browser, `${server.address}/#hex,5x5,none,`, DESKTOP, {
    mode: 'analyse',
    analysisVisits: 800,
  });
  await page.locator('.card[aria-label="Win rate"]', { hasText: 'done' }).waitFor();
  const names = await page.locator('button.move').allInnerTexts();
  const mirrored = (name: string) => 'edcba'['abcde'.indexOf(name[0]!)]! + (6 - Number(name[1]));
  for (const name of names)
    if (mirrored(name) !== name) assert.ok(!names.includes(mirrored(name)), `${names}`);
  const rate = (name: string) =>
    page.locator(`[data-cell="${indexOf(name, 5)}"] .rate`).allTextContents();
  const other = names.find((name) => mirrored(name) !== name)!;
  const [text] = await rate(other);
  assert.match(text!, /^\d+$|[✓✗]/);
  assert.deepEqual(await rate(mirrored(other)), [text]);
  await page.goto(`${server.address}/#hex,9x9,none,`);
  await page.getByRole('tab', { name: 'Openings' }).click();
  await page.getByLabel('Positions looked at for a stone').fill('1');
  await page.getByRole('button', { name: 'Judge all first stones' }).click();
  await page
    .locator('tr', { hasText: /^[a-i][1-9] = [a-i][1-9]/ })
    .first()
    .waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();
});

const at = (page: Page, name: string) => cell(page, indexOf(name, 5));
const caption = (page: Page, text: RegExp) => page.locator('.caption', { hasText: text }).waitFor();

test('a review says how well each played, and hints wait for it', async () => {
  const game = '/#hex,11x11,none,f6.a1.e8.b1.c1.k11.d1.k10';
  const { page, problems } = await open(browser, server.address + game, DESKTOP, {
    mode: 'learn',
    analysisVisits: 300,
  });
  await page.waitForSelector('.ring');
  await page.getByLabel('Positions looked at for a turn').fill('3000');
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.waitForSelector('progress');
  assert.equal(await page.locator('.ring, .candidates').count(), 0);
  await page.getByRole('button', { name: /Enough/ }).click();
  await page.waitForSelector('.accuracy');
  await page.waitForSelector('.ring');
  await page.getByRole('button', { name: 'Review anew' }).click();
  await page.getByLabel('Positions looked at for a turn').fill('20');
  await page.getByRole('button', { name: 'Review this game' }).click();
  const rows = page.locator('.accuracy tbody tr');
  await rows.nth(1).waitFor();
  const shares = (await rows.locator('td:nth-child(2)').allInnerTexts()).map(parseFloat);
  assert.ok(shares[0]! > shares[1]!, `${shares}`); // White fills corners
  await page.screenshot({ path: picture('review'), fullPage: true });
  assert.deepEqual(problems, []);
  await page.context().close();
});

async function reviewed(moves: string, device: object): Promise<Page> {
  const game = `${server.address}/#hex,5x5,swap-pieces,${moves}`;
  const { page } = await open(browser, game, device, { mode: 'learn', hints: false });
  await page.getByLabel('Positions looked at for a turn').fill('20');
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.getByRole('button', { name: 'Review anew' }).waitFor();
  return page;
}

test('a review is there after a reload, and with no other game', async () => {
  const page = await reviewed('c3.a1.b4.d2', DESKTOP);
  const mistakes = page.locator('.mistakes li');
  const texts = await mistakes.allInnerTexts();
  assert.ok(texts.length > 0);
  await page.reload();
  await mistakes.first().waitFor();
  assert.deepEqual(await mistakes.allInnerTexts(), texts);
  // From a variation one comes back to it.
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await at(page, 'e5').click();
  await caption(page, /White played e5/);
  await page.getByRole('button', { name: 'Review this game' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Variation 2 of 2' }).click();
  await mistakes.first().waitFor();
  assert.deepEqual(await mistakes.allInnerTexts(), texts);
  // As long a game has its own.
  await page.evaluate(() => (location.hash = '#hex,5x5,swap-pieces,a1.b2.c4.d3.e5'));
  await caption(page, /Black played e5/);
  await page.getByRole('button', { name: 'Review this game' }).waitFor();
  await page.goBack();
  await mistakes.first().waitFor();
  assert.deepEqual(await mistakes.allInnerTexts(), texts);
  await page.context().close();
});

test('the better move may be to swap', async () => {
  const page = await reviewed('c3.a1.b4', DESKTOP);
  const ask = () =>
    page
      .locator('.mistakes li', { hasText: /^2. White a1/ })
      .getByRole('button', { name: 'Find better' })
      .click();
  const swap = page.getByRole('button', { name: 'Swap pieces' });
  await ask();
  await swap.waitFor(); // what stands there is known
  await at(page, 'c3').click();
  await caption(page, /White to move.*swap is right: it wins/);
  await ask();
  await swap.click();
  await caption(page, /swap is right/);
  await ask();
  await page.getByLabel('Move', { exact: true }).fill('swap');
  await page.keyboard.press('Enter');
  await caption(page, /swap is right/);
  await ask();
  await page.getByRole('button', { name: 'Show it' }).click();
  await caption(page, /The move was swap\./);
  await page.context().close();
});

test('on a phone the board comes into view when a move is to be found', async () => {
  for (const device of [PHONE, NARROW]) {
    const page = await reviewed('c3.a1.b4.d2.a5', device);
    const title = page.locator('.caption', { hasText: 'Find a better move' });
    const isSeen = async () => {
      const { y, height } = (await title.boundingBox())!;
      return y >= 0 && y + height + 200 < device.viewport!.height; // with much of the board
    };
    for (const name of ['Find better', 'Next']) {
      await page.evaluate(() => scrollTo(0, 1e6));
      await page.getByRole('button', { name }).first().tap();
      await title.waitFor();
      assert.ok(await isSeen(), name);
    }
    await page.context().close();
  }
});

test('on a phone the board stays where it is, whatever is said above it', async () => {
  // From the top of the page, wherever it is scrolled to.
  const top = (page: Page) =>
    page.locator('.board').evaluate((board) => board.getBoundingClientRect().y + scrollY);
  for (const device of [PHONE, NARROW]) {
    const { page } = await open(browser, `${server.address}/#hex,11x11,none,f6.g4`, device, {
      mode: 'play',
      hints: false,
      engineSide: 'W',
      teaches: true,
      overrides: { visits: 30 },
    });
    await caption(page, /Black to move/);
    const before = await top(page);
    const corner = cell(page, indexOf('k1', 11));
    await corner.tap();
    await corner.tap();
    await caption(page, /k1 would leave you \d+% instead of \d+%/);
    await page.screenshot({ path: picture(`explained-${device.viewport!.width}`) });
    assert.equal(await top(page), before);
    await page.context().close();
    const reviewing = await reviewed('c3.a1.b4.d2.a5', device);
    await reviewing.getByRole('button', { name: 'Find better' }).first().tap();
    await caption(reviewing, /Find a better move/);
    const asked = await top(reviewing);
    await reviewing.getByRole('button', { name: 'Show it' }).tap();
    await caption(reviewing, /The move was/);
    assert.equal(await top(reviewing), asked);
    await reviewing.context().close();
  }
});

test('a move that loses much is taken back with a reason, and made if one insists', async () => {
  const { page, problems } = await open(browser, `${server.address}/#hex,5x5,none,`, DESKTOP, {
    mode: 'play',
    engineSide: 'W',
    overrides: { visits: 30 },
  });
  await page.getByLabel('Take bad moves back').check();
  await at(page, 'a1').click();
  await caption(page, /a1 would leave you \d+% instead of \d+%, as [a-e][1-5] answers it/);
  assert.equal(await page.locator('.stone').count(), 0);
  await page.screenshot({ path: picture('taken-back') });
  await at(page, 'c3').click(); // wins
  await caption(page, /Black to move.*White played/);
  await page.keyboard.press('Control+z');
  await caption(page, /the game begins/);
  await at(page, 'a1').click();
  await caption(page, /a1 would leave you|Black to move.*White played/);
  if ((await page.locator('.stone').count()) === 0) await at(page, 'a1').click();
  await caption(page, /Black to move.*White played/);
  assert.equal(await page.locator(`[data-cell="0"] .stone.black`).count(), 1);
  assert.deepEqual(problems, []);
  await page.context().close();
});

const paste = (page: Page, text: string) =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);

test('problems come by grade, and what was solved of them is remembered', async () => {
  const { page, problems } = await open(browser, `${server.address}/`, DESKTOP, { hints: false });
  const moves = '"moves":[["B","b2"],["W","b1"],["B","a2"],["W","a3"]],"answer":"c1"';
  const file = [
    `{"id":"hard","size":3,${moves},"grade":3}`,
    `{"id":"easy","size":3,${moves.replaceAll('"W","b1"', '"W","b1"').replace('a2', 'b3')},"grade":1}`,
  ].join('\n');
  await paste(page, file);
  await page.getByText('Grade 3: 0 of 1 solved').waitFor();
  // The easiest is asked first, though it is not the file's first.
  await caption(page, /easy/);
  assert.deepEqual(await page.locator('details summary').allInnerTexts(), [
    'Grade 1: 0 of 1 solved',
    'Grade 3: 0 of 1 solved',
  ]);
  await page.getByRole('button', { name: 'Next' }).click();
  await caption(page, /hard/);
  await page.locator('[data-cell="2"]').click();
  await page.getByText('Grade 3: 1 of 1 solved').waitFor();
  await page.getByRole('button', { name: 'easy' }).click();
  await page.getByRole('button', { name: 'Show it' }).click(); // shown is not found
  await page.locator('.card .good').first().waitFor();
  await page.reload();
  await page.getByText('Grade 3: 1 of 1 solved').waitFor();
  await page.getByText('Grade 1: 0 of 1 solved').waitFor();
  // What was solved is passed over.
  await page.getByRole('button', { name: 'easy' }).click();
  await page.locator('[data-cell="2"]').click();
  await page.getByText('Grade 1: 1 of 1 solved').waitFor();
  const middle = `{"id":"middle","size":3,${moves.replace('a3', 'c3')},"grade":2}`;
  await paste(page, [file, middle].join('\n'));
  await caption(page, /middle/);
  assert.deepEqual(problems, []);
  await page.context().close();
});
