import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { browser, server } from './served.ts';
import { DESKTOP, NARROW, PHONE, cell, open } from './support.ts';

const NO_HINTS = { hints: false };

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text', text);
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);
}

const address = (page: Page, text: RegExp) => page.waitForURL(text);

// The same game, a1 e5 c3, as each format has it. Little Golem and SGF of other sites count
// rows and columns as they do; what they say was written by hand from their own pages.
const GAME = '#hex,5x5,none,a1.e5.c3';
const TEXTS: Record<string, string> = {
  sgf: '(;FF[4]GM[11]SZ[5];B[a1];W[e5];B[c3])',
  hexworld: 'https://hexworld.org/board/#5n,a1e5c3',
  trmph: 'https://trmph.com/hex/board#5,a1e5c3',
  json: '{"size":5,"moves":[["B","a1"],["W","e5"],["B","c3"]]}',
  openings: 'a1 e5 c3',
};

// What "Share" offers to write the game as, once the engine has said what can hold it.
async function offered(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Share' }).click();
  await page.waitForFunction(
    () => document.querySelector<HTMLTextAreaElement>('dialog textarea')?.value,
  );
  return page.locator('dialog option').allTextContents();
}

test('formats that cannot hold the game are not offered', async () => {
  for (const [game, names] of Object.entries({
    'y,5x5,none,c3': ['SGF', 'JSON', 'Moves', 'Picture (SVG)'],
    'havannah,4x4,none,c3': ['SGF', 'Little Golem', 'HavannahGui', 'JSON', 'Moves', 'Picture (SVG)'],
    // Little Golem has no sign for players who exchange colours; trmph's link leads to the same board.
    'hex,5x5,swap-sides,c3.swap-sides': [
      'SGF',
      'HexWorld link',
      'trmph link, in part',
      'JSON',
      'Moves',
      'Picture (SVG)',
    ],
  })) {
    const { page } = await open(browser, `${server.address}/#${game}`, undefined, NO_HINTS);
    assert.deepEqual(await offered(page), names);
    await page.context().close();
  }
});

test('of formats that hold a part of the game it is said, and what they leave out', async () => {
  const { page } = await open(browser, `${server.address}/${GAME}`, undefined, NO_HINTS);
  await page.locator('.stone').nth(2).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.locator('.stone').nth(2).waitFor({ state: 'detached' });
  await cell(page, 1).click(); // b1 in place of c3
  await page.locator('.stone').nth(2).waitFor();
  const names = await offered(page);
  assert.deepEqual(names, [
    'SGF',
    'HexWorld link, in part',
    'trmph link, in part',
    'Little Golem, in part',
    'JSON, in part',
    'Moves, in part',
    'Picture (SVG)',
  ]);
  await page.locator('dialog select').selectOption('HexWorld link, in part');
  await page.getByText('Left out: variations (1)').waitFor();
  await page.context().close();
});

test('texts in every format are read', async () => {
  for (const [format, text] of Object.entries(TEXTS)) {
    const { page, problems } = await open(
      browser,
      `${server.address}/#hex,5x5,none,`,
      undefined,
      NO_HINTS,
    );
    await paste(page, text);
    await address(page, /a1\.e5\.c3$/);
    assert.equal(new URL(page.url()).hash, GAME, format);
    assert.deepEqual(problems, []);
    await page.context().close();
  }
});

test('a game is written in every format, and reads back the same', async () => {
  const { page, problems } = await open(browser, `${server.address}/${GAME}`, undefined, NO_HINTS);
  assert.ok((await offered(page)).length >= 7);
  const select = page.locator('dialog select');
  const text = page.getByLabel('The game as text');
  const formats = await select
    .locator('option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  const written: Record<string, string> = {};
  for (const format of formats) {
    await select.selectOption(format);
    await page.waitForFunction(
      () => document.querySelector<HTMLTextAreaElement>('dialog textarea')?.value,
    );
    written[format] = await text.inputValue();
  }
  assert.match(written['svg']!, /^<svg /);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PNG' }).click();
  const png = readFileSync(await (await download).path());
  assert.deepEqual(
    [...png.subarray(1, 4)],
    [...'PNG'].map((c) => c.charCodeAt(0)),
  );
  assert.equal(png.readUInt32BE(16), 1600); // its width
  await page.keyboard.press('Escape');
  for (const [format, text] of Object.entries(written)) {
    if (format === 'svg') continue;
    await page.goto(`${server.address}/#hex,5x5,none,b1`);
    await page.reload();
    await page.waitForSelector('.stone.black');
    await paste(page, text);
    await address(page, /a1\.e5\.c3$/).catch(() => assert.fail(`${format}: ${text}`));
  }
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('what was read is said, with what was left out of it', async () => {
  const { page, problems } = await open(browser, `${server.address}/`, undefined, NO_HINTS);
  const says = (text: RegExp) => page.locator('.caption p', { hasText: text }).waitFor();
  await paste(page, '<hexboard size="3x4" contents="R a1 1:b2 B d3 S c1"/>');
  await page.waitForURL(/#hex,4x3,none,b2,1,B,Ba1.Wd3$/);
  await says(/read from a diagram of HexWiki: 1 game; left out: 1 sign or label/);
  await paste(page, '{{hexboard|3x4|contents=R z9}}');
  await page.locator('.trouble', { hasText: /z9/ }).waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await paste(page, '(;FF[4]GM[11]SZ[5]PB[Ann]PW[Bob]RE[B+T];B[a1];W[e5]TR[c3])');
  await says(/read from SGF: 1 game$/);
  await page.waitForSelector('[data-cell="12"] .sign');
  await page.locator('.seats', { hasText: /Ann.*Black won on time.*Bob/ }).waitFor();
  await page.locator('.caption', { hasText: /Black has won.*White ran out of time/ }).waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('a game that is read is seen, whatever was shown before', async () => {
  const { page, problems } = await open(browser, `${server.address}/`, undefined, NO_HINTS);
  for (const tab of ['Openings', 'Watch']) {
    await page.getByRole('tab', { name: tab }).click();
    await paste(page, TEXTS['sgf']!);
    await page.waitForSelector('.stone.white');
    await page.getByRole('tab', { name: tab }).click();
    await page.goto(`${server.address}/?${tab}#hex,5x5,none,b1.b2`);
    await page.waitForSelector('.stone.white');
  }
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('a malformed text is reported kindly, and changes nothing', async () => {
  const { page, problems } = await open(browser, `${server.address}/${GAME}`, undefined, NO_HINTS);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  for (const text of [
    '(;FF[4]GM[11]SZ[5];B[zz99])',
    '{"size": 99}',
    'https://example.org/',
    '\u0000\u0001',
    '',
  ]) {
    await page.locator('dialog textarea').fill(text);
    await page.locator('dialog form .strong').click();
    const shown = page.locator('dialog .bad');
    await shown.waitFor();
    assert.ok((await shown.textContent())!.length > 20, text);
    await page.locator('dialog textarea').fill('x');
  }
  await page.keyboard.press('Escape');
  assert.equal(new URL(page.url()).hash, GAME);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('errors are shown over the caption, and the board stays where it is', async () => {
  for (const device of [DESKTOP, PHONE, NARROW]) {
    const { page } = await open(browser, `${server.address}/${GAME}`, device, NO_HINTS);
    await page.locator('.stone').nth(2).waitFor();
    const places = () =>
      page
        .locator('.board, .steps, .card')
        .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
    const before = await places();
    await paste(page, 'What is no game');
    const alert = page.getByRole('alert');
    await alert.waitFor();
    assert.deepEqual(await places(), before);
    const { y, height } = (await alert.boundingBox())!;
    assert.ok(y + height <= (await cell(page, 0).boundingBox())!.y); // no cell is under it
    await alert.getByRole('button', { name: 'Close' }).click();
    await alert.waitFor({ state: 'detached' });
    assert.deepEqual(await places(), before);
    await page.context().close();
  }
});

test('markup in a file is text', async () => {
  const { page, problems } = await open(browser, `${server.address}/`, undefined, NO_HINTS);
  const bad = '<img src=x onerror=alert(1)><script>alert(2)</script>';
  let alerts = 0;
  page.on('dialog', (dialog) => {
    ++alerts;
    void dialog.dismiss();
  });
  const hostile = `(;FF[4]GM[11]SZ[5]PB[${bad}]PW[${bad}]C[${bad}];B[a1]C[${bad}])`;
  await paste(page, hostile + hostile.replace('a1', 'b1'));
  await page.waitForURL(/a1$/);
  await page.locator('.note').waitFor();
  assert.equal(await page.locator('.note').textContent(), bad);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByText('2 games were found').waitFor();
  assert.match((await page.locator('dialog .games').first().textContent())!, /<img src=x/);
  assert.equal(await page.locator('img, .note script, dialog script').count(), 0);
  assert.equal(alerts, 0);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('a game is kept in the browser until it is deleted', async () => {
  const { page } = await open(browser, `${server.address}/${GAME}`, undefined, NO_HINTS);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Keep in this browser' }).click();
  await page.getByText('Kept in this browser;').waitFor();
  await page.goto(`${server.address}/#hex,5x5,none,`);
  await page.reload();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('button', { name: /^Hex 5 × 5\s*3 turns/ }).click();
  await address(page, /a1\.e5\.c3$/);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('button', { name: 'Delete Hex 5 × 5' }).click();
  await page.getByText('None yet').waitFor();
  await page.context().close();
});

test('problems of a file are asked, and only the right move solves them', async () => {
  const { page } = await open(browser, `${server.address}/`, undefined, NO_HINTS);
  // On 3 x 3 with Black on b2 and White on b1 and a3: c1 joins b2 to the top and wins at once
  // with b3 or c2 below; the page takes the file's word for that.
  const problem =
    '{"id":"one","size":3,"moves":[["B","b2"],["W","b1"],["B","a2"],["W","a3"]],"turn":5,"answer":"c1"}';
  await paste(page, problem);
  await page.getByRole('heading', { name: 'Problem', exact: true }).waitFor();
  await page.locator('[data-cell="8"]').click();
  await page.getByText('c3 does not win. Try another.').first().waitFor();
  await page.locator('[data-cell="2"]').click();
  await page.locator('.card p.good').waitFor();
  await page.context().close();
});

test('nothing is asked of other hosts, and the page is small', async () => {
  const { page, problems } = await open(browser, server.address);
  const sizes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((entry) => [entry.name, (entry as PerformanceResourceTiming).encodedBodySize] as const),
  );
  const script = sizes.find(([name]) => name.endsWith('page.js'))!;
  assert.ok(script[1] > 10_000 && script[1] < 200_000, `${script[1]} bytes`);
  assert.deepEqual(problems, []);
  await page.context().close();
});
