import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { browser, server } from './served.ts';
import { DESKTOP, cell, indexOf, open, picture } from './support.ts';

// How one begins, and the time one has.

const at = (page: Page, name: string) => cell(page, indexOf(name, 5));
const caption = (page: Page, text: RegExp) => page.locator('.caption', { hasText: text }).waitFor();

test('who comes first chooses what to do, once; who plays has no hints', async () => {
  const { page, problems } = await open(browser, `${server.address}/#hex,5x5,none,`);
  await page.waitForSelector('.ring'); // one may look on before one chooses
  await page.screenshot({ path: picture('first-choice') });
  await page.getByRole('button', { name: 'Play against the engine' }).click();
  await page.getByRole('radio', { name: 'Engine is White', checked: true }).waitFor();
  assert.equal(await page.locator('.first').count(), 0);
  await at(page, 'c3').click();
  await caption(page, /Black to move.*White/);
  await page.waitForTimeout(500); // a hint would have come by now
  assert.equal(await page.locator('.ring, .rate, .candidates').count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Hints' }).count(), 0);
  await page.getByRole('tab', { name: 'Analyse' }).click();
  await page.waitForSelector('.ring');
  await page.goto(server.address);
  await page.reload();
  await page.waitForSelector('.ring'); // it stays as it was chosen
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('who presses twice to play has the board before them, and not what the engine is made of', async () => {
  const { page } = await open(browser, `${server.address}/#hex,5x5,none,`);
  await page.getByRole('button', { name: 'Play against the engine' }).dblclick();
  await page.locator('.seats', { hasText: 'Engine 5' }).waitFor();
  await page.waitForTimeout(200);
  assert.equal(await page.locator('dialog').count(), 0);
  assert.equal(await page.getByText('instructions', { exact: true }).isVisible(), false);
  await page.getByText('Engine', { exact: true }).click();
  await page.getByText('instructions', { exact: true }).waitFor();
  await page.context().close();
});

test('what judges the position stands beside its win rate, for each board, and by the level', async () => {
  const { page, problems } = await open(browser, `${server.address}/#hex,5x5,none,`, DESKTOP, {
    mode: 'analyse',
  });
  const judge = (name: string) =>
    page.getByText(new RegExp(`^Judged by: ${name}, \\d+ blocks of \\d+ channels$`)).waitFor();
  await page.locator('.card[aria-label="Win rate"] .judge', { hasText: /: net, / }).waitFor();
  await judge('net');
  await page.goto(`${server.address}/#hex,19x19,none,`);
  await judge('wide net');
  await page.screenshot({ path: picture('judge') });
  await page.goto(`${server.address}/#gonnect-repetition-loses,5x5,none,`);
  await page.getByText('Judged by: playouts', { exact: true }).waitFor();
  await page.goto(`${server.address}/#hex,5x5,none,`);
  await page.getByRole('tab', { name: 'Openings' }).click();
  await judge('net');
  // Who plays both sides by hand is judged by nobody.
  await page.getByRole('tab', { name: 'Play' }).click();
  assert.equal(await page.locator('.judge').count(), 0);
  await page.getByRole('radio', { name: 'Engine is White' }).click();
  await judge('net');
  await page.screenshot({ path: picture('judge-of-play') });
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('two quick clicks open a dialog, and a click that began beside it closes it', async () => {
  const { page } = await open(browser, `${server.address}/#hex,5x5,none,`, DESKTOP, {
    mode: 'play',
  });
  const dialog = page.locator('dialog');
  for (const name of [/: new game/, /^Open$/, /^Share$/]) {
    await page.getByRole('button', { name }).dblclick();
    await page.waitForTimeout(100); // it would be closed by now
    assert.equal(await dialog.count(), 1);
    // Text is marked from within to beyond the edge.
    const { x, y } = (await dialog.boundingBox())!;
    await dialog.locator('h2').first().hover();
    await page.mouse.down();
    await page.mouse.move(x - 20, y + 40);
    await page.mouse.up();
    assert.equal(await dialog.count(), 1);
    await page.mouse.click(x - 20, y + 40);
    await dialog.waitFor({ state: 'detached' });
  }
  await page.context().close();
});

// A page that does not know yet where its engine is, until that is let through.
async function openBeforeEngine(context: BrowserContext, path: string) {
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  let letThrough = () => {};
  const gate = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route('**/ping', async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto(server.address + path);
  return { page, problems, letThrough };
}

test('what is asked before the engine is there is answered when it is', async () => {
  const { page: first } = await open(browser, server.address);
  const early = await openBeforeEngine(first.context(), '/');
  const { page } = early;
  await page.getByRole('tab', { name: 'Openings' }).click();
  await page.getByLabel('Positions looked at for a stone').fill('1');
  await page.getByRole('button', { name: 'Judge all first stones' }).click();
  await page.getByRole('button', { name: /: new game/ }).click();
  await page.getByRole('button', { name: 'Begin', disabled: true }).waitFor();
  await page.keyboard.press('Escape');
  early.letThrough();
  await page.getByRole('heading', { name: 'Fairest first stones' }).waitFor();
  assert.deepEqual(early.problems, []);
  await first.context().close();
});

test('a game that is opened before the engine is there stays, whatever the address leads to', async () => {
  const { page: first } = await open(browser, `${server.address}/#hex,5x5,none,`, DESKTOP, {
    mode: 'play',
  });
  await at(first, 'c3').click();
  await first.waitForSelector('.stone.black');
  await first.waitForFunction(() => location.hash.endsWith('c3'));
  const { page, problems, letThrough } = await openBeforeEngine(
    first.context(),
    '/#hex,4x4,none,a1.b2',
  );
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('button', { name: /1 turn,/ }).click();
  letThrough();
  await page.getByRole('application', { name: /^Hex 5 × 5 board.*turn 2/ }).waitFor();
  await page.getByRole('button', { name: 'Hex 5 × 5: new game' }).waitFor();
  assert.equal(await page.locator('.stone').count(), 1);
  assert.deepEqual(problems, []);
  await first.context().close();
});

test('who clicks before the engine has said what stands there has moved when it has', async () => {
  const { page, problems } = await open(browser, `${server.address}/#hex,5x5,none,`, DESKTOP, {
    mode: 'analyse',
    hints: false,
  });
  let release: (() => void)[] | null = null; // what the engine says of positions is kept back in it
  await page.routeWebSocket(/stream/, (socket) => {
    const engine = socket.connectToServer();
    socket.onMessage((line) => {
      const isHeld = release && String(line).includes('"query_position"');
      if (isHeld) release!.push(() => engine.send(line));
      else engine.send(line);
    });
  });
  await page.goto(`${server.address}/?#hex,5x5,none,a1.b2.c3.d4`);
  const stones = (count: number) =>
    page.waitForFunction((n) => document.querySelectorAll('.stone').length === n, count);
  await stones(4);
  const back = page.getByRole('button', { name: 'Back', exact: true });
  const early = async (act: () => Promise<void>) => {
    release = [];
    await back.click();
    while (release.length === 0) await page.waitForTimeout(10);
    await act();
    const held = release;
    release = null;
    held.forEach((send) => send());
  };

  await early(async () => {
    await at(page, 'a5').click();
    await at(page, 'e1').click(); // the latest of them counts
    assert.equal(await page.locator('.stone').count(), 4);
  });
  await at(page, 'e1').locator('..').locator('.stone').waitFor();
  await stones(4);
  assert.match(new URL(page.url()).hash, /a1\.b2\.c3\.e1$/);

  await back.click();
  await early(async () => {
    const typed = page.getByLabel('Move', { exact: true });
    await typed.fill('e5');
    await typed.press('Enter');
    await page.getByRole('button', { name: 'Forward', exact: true }).click(); // takes it back
  });
  await stones(3);
  await page.waitForTimeout(200); // it would be there by now
  assert.match(new URL(page.url()).hash, /a1\.b2\.c3\.e1,3$/);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('a game that cannot be is refused before it begins, and one that can is begun once', async () => {
  const { page } = await open(browser, `${server.address}/#hex,5x5,swap-pieces,c3`, DESKTOP, {
    mode: 'play',
  });
  await page.waitForSelector('.stone.black');
  await page.getByRole('button', { name: /: new game/ }).click();
  await page.getByRole('spinbutton', { name: 'Columns' }).fill('4');
  const begin = page.getByRole('button', { name: 'Begin' });
  await begin.click();
  await page.getByText('swap-pieces needs a square board; use swap-sides or none').waitFor();
  assert.equal(await page.locator('.stone').count(), 1); // the game that was there
  await page.locator('dialog select').last().selectOption('none');
  await begin.dblclick();
  await page.getByRole('button', { name: 'Hex 4 × 5: new game' }).waitFor();
  await page.getByRole('application', { name: /^Hex 4 × 5 board/ }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForSelector('.stone.black');
  await page.context().close();
});

const withClock = (minutes: number) =>
  open(browser, `${server.address}/#hex,5x5,none,`, DESKTOP, {
    mode: 'play',
    clock: { minutes, increment: 0 },
  });
const time = (page: Page, seat: number) => page.locator('.seats time').nth(seat).textContent();

test('a clock runs for who is to move, and who has no time left has lost', async () => {
  const { page } = await withClock(0.05);
  assert.equal(await time(page, 0), '3.0');
  await at(page, 'c3').click();
  await page.waitForSelector('.seat.running');
  await caption(page, /Black has won.*White ran out of time/);
  assert.equal(await time(page, 0), '3.0'); // the first move has no clock
  await page.locator('.seats', { hasText: 'Black won on time' }).waitFor();
  await page.keyboard.press('Control+z'); // undone, the time is still over
  await caption(page, /Black has won/);
  await page.context().close();
});

test('no clock runs for a game that is only looked at', async () => {
  const { page } = await open(browser, `${server.address}/#hex,5x5,none,c3.b2`, DESKTOP, {
    mode: 'play',
    clock: { minutes: 1, increment: 0 },
  });
  await page.waitForSelector('.stone.white');
  await page.waitForTimeout(1200);
  assert.deepEqual([await time(page, 0), await time(page, 1)], ['1:00', '1:00']);
  await at(page, 'd4').click();
  await page.waitForFunction(() =>
    /^0:5/.test(document.querySelectorAll('.seats time')[1]!.textContent!),
  );
  await page.context().close();
});

test('time that was spent is spent after a reload, and a rematch has all of it', async () => {
  const { page } = await withClock(1);
  await at(page, 'c3').click();
  await page.waitForFunction(() =>
    /^0:5[0-8]$/.test(document.querySelectorAll('.seats time')[1]!.textContent!),
  );
  await page.reload();
  await page.waitForSelector('.stone.black');
  assert.match((await time(page, 1))!, /^0:5/);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Rematch' }).click();
  await page.waitForFunction(() => !document.querySelector('.stone'));
  assert.equal(await time(page, 1), '1:00');
  await page.context().close();
});
