import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, server } from './served.ts';
import { PHONE, Server, cell, indexOf, open } from './support.ts';

const QUICK = { analysisVisits: 60, overrides: { visits: 30 } };

test('a whole game is played against the engine', async () => {
  const { page, problems } = await open(browser, `${server.address}/#hex,4x4,none,`, undefined, {
    ...QUICK,
    mode: 'play',
    hints: false,
  });
  await page.getByRole('radio', { name: 'Engine is White' }).click();
  let turns = 0;
  const title = page.locator('.caption h2');
  for (; turns < 8; ++turns) {
    await page.waitForFunction(() =>
      /Black to move|won/.test(document.querySelector('.caption h2')!.textContent!),
    );
    if (/won/.test((await title.textContent())!)) break;
    // Any empty cell: the game ends all the same.
    const empty = await page.evaluate(() =>
      [...document.querySelectorAll('[data-cell]')]
        .find((cell) => !cell.querySelector('.stone'))!
        .getAttribute('data-cell'),
    );
    const stones = await page.locator('.stone').count();
    await cell(page, Number(empty)).click();
    await page.waitForFunction(
      (before) =>
        document.querySelectorAll('.stone').length >= before + 2 ||
        /won/.test(document.querySelector('.caption h2')!.textContent!),
      stones,
    );
  }
  assert.match((await title.textContent())!, /(Black|White) has won/);
  const stones = await page.locator('.stone').count();
  assert.ok(stones >= 7 && (await page.locator('.winning').count()) >= 4, `${stones} stones`);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('who has won has all of the win rate', async () => {
  // The first was won on the board by White, the second is proven for White.
  for (const [rule, moves] of [
    ['none', 'a1.a2.a3.b2.b3.c2'],
    ['none', 'a1.b2'],
  ]) {
    const { page } = await open(browser, `${server.address}/#hex,3x3,${rule},${moves}`, undefined, {
      mode: 'analyse',
    });
    await page.locator('.rates', { hasText: /Black 0%\s*White 100%/ }).waitFor();
    await page.context().close();
  }
});

test('an analysis is updated, and ends with its visits', async () => {
  const { page, problems } = await open(browser, `${server.address}/#hex,9x9,none,e5`, undefined, {
    analysisVisits: 3000,
  });
  const visits = async () =>
    Number(
      /[\d,]+/
        .exec((await page.locator('.card[aria-label="Win rate"] header span').textContent())!)?.[0]
        .replaceAll(',', ''),
    );
  await page.waitForSelector('.candidates tbody tr');
  const early = await visits();
  assert.ok(early > 0 && early < 3000, `${early} visits`);
  const visitsAbove = (least: number) =>
    page.waitForFunction(
      (least) =>
        Number(
          /[\d,]+/
            .exec(
              document.querySelector('.card[aria-label="Win rate"] header span')!.textContent!,
            )![0]
            .replaceAll(',', ''),
        ) > least,
      least,
    );
  await visitsAbove(early);
  assert.equal(await page.locator('.ring').count(), 1);
  await visitsAbove(2999); // else the best move may be another by now
  const best = (await page.locator('tr.best .move').textContent())!;
  // Its line is drawn when one points at it, the first stone in the colour of the side to move.
  await page.locator('tr.best').hover();
  await page.waitForSelector('.ghost.white text');
  const first = page.locator(`[data-cell="${indexOf(best, 9)}"] .ghost`);
  assert.equal(await first.textContent(), '1');
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('moves are taken back and made again, and variations chosen', async () => {
  const { page } = await open(browser, `${server.address}/#hex,5x5,none,c3.b2`, undefined, {
    hints: false,
  });
  const placed = (name: string) => page.locator(`[data-cell="${indexOf(name, 5)}"] .stone`);
  await placed('b2').waitFor();
  await page.keyboard.press('ArrowLeft');
  await placed('b2').waitFor({ state: 'detached' });
  await cell(page, indexOf('d4', 5)).click();
  await placed('d4').waitFor();
  await page.getByRole('button', { name: 'Variation 2 of 2' }).click();
  await placed('b2').waitFor();
  assert.equal(await placed('d4').count(), 0);
  await page.keyboard.press('ArrowDown');
  await placed('d4').waitFor();
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.querySelectorAll('.stone').length === 0);
  await page.keyboard.press('End');
  await placed('d4').waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await placed('d4').waitFor({ state: 'detached' });
  assert.match(page.url(), /#hex,5x5,none,c3\.b2,1$/);
  await page.context().close();
});

test('both forms of the swap are offered, with what the engine thinks of them', async () => {
  for (const rule of ['swap-pieces', 'swap-sides']) {
    const { page } = await open(browser, `${server.address}/#hex,5x5,${rule},c3`, undefined, QUICK);
    const swap = page.getByRole('button', { name: /^Swap (pieces|sides) \d+%$/ });
    await swap.waitFor();
    assert.match((await page.locator('.caption p').textContent())!, /swapping is best/); // the middle of 5 x 5
    await swap.click();
    await page.waitForFunction(() =>
      /White swapped/.test(document.querySelector('.caption p')!.textContent!),
    );
    await page.context().close();
  }
});

test('a finger places on its second tap, as the page says after the first', async () => {
  const empty = `${server.address}/#hex,5x5,swap-pieces,`;
  const { page } = await open(browser, empty, PHONE, { hints: false });
  const cell = (name: string) => page.locator(`[data-cell="${indexOf(name, 5)}"]`);
  const says = (words: string) => page.getByText(words, { exact: true }).waitFor();
  await cell('b2').tap();
  await says('b2: tap again to place');
  await cell('c3').tap();
  await says('c3: tap again to place');
  await page.waitForSelector('.pending');
  assert.equal(await page.locator('.stone').count(), 0);
  await cell('c3').tap();
  await page.waitForSelector('.stone.black');
  await says('turn 2 · Black played c3');
  await cell('c3').tap();
  await says('c3: tap again to swap');
  await cell('c3').tap();
  await page.waitForSelector('.stone.white');
  await page.context().close();
});

test('all games and shapes are drawn, and their cells take stones', async () => {
  for (const [game, size, cells] of [
    ['hex', '13x9', 117],
    ['rex', '7x7', 49],
    ['y', '6x6', 21],
    ['havannah', '4x4', 37],
    ['gonnect', '9x9', 81],
  ] as const) {
    const { page, problems } = await open(
      browser,
      `${server.address}/#${game},${size},none,`,
      undefined,
      { hints: false },
    );
    await page.waitForFunction(
      (cells) => document.querySelectorAll('[data-cell]').length === cells,
      cells,
    );
    const middle = page.locator('[data-cell] > .cell').nth(Math.floor(cells / 2));
    await middle.click();
    await page.waitForSelector('.stone.black');
    assert.deepEqual(problems, [], game);
    await page.context().close();
  }
});

test('a lost connection comes back, and nothing is lost', async (context) => {
  const own = await Server.start();
  const { page } = await open(browser, `${own.address}/#hex,5x5,none,c3`, undefined, QUICK);
  await page.waitForSelector('.candidates tbody tr');
  await own.stop();
  await page.waitForSelector('.lost');
  const again = await Server.start(own.port);
  context.after(() => again.stop());
  await page.waitForFunction(() => !document.querySelector('.lost'));
  await cell(page, indexOf('b2', 5)).click();
  await page.waitForSelector('.stone.white');
  await page.waitForSelector('.candidates tbody tr');
  assert.equal(await page.locator('.stone').count(), 2);
  await page.context().close();
});

test('the board is zoomed and dragged, and a drag places nothing', async () => {
  const { page } = await open(browser, `${server.address}/#hex,11x11,none,`, undefined, {
    hints: false,
  });
  const box = async () =>
    (await page.locator('.board > svg').getAttribute('viewBox'))!.split(' ').map(Number);
  const whole = await box();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.waitForSelector('svg.zoomed');
  const zoomed = await box();
  assert.ok(Math.abs(zoomed[2]! * 1.5 - whole[2]!) < 0.01, `${zoomed} of ${whole}`);
  const { x, y } = (await cell(page, indexOf('f6', 11)).boundingBox())!;
  await page.mouse.move(x + 9, y + 9);
  await page.mouse.down();
  await page.mouse.move(x + 59, y + 39, { steps: 3 });
  await page.mouse.up();
  const dragged = await box();
  assert.ok(dragged[0]! < zoomed[0]! && dragged[1]! < zoomed[1]!, `${dragged} from ${zoomed}`);
  assert.equal(await page.locator('.stone').count(), 0);
  await page.getByRole('button', { name: 'Show the whole board' }).click();
  await page.waitForFunction(() => !document.querySelector('svg.zoomed'));
  assert.deepEqual(await box(), whole);
  await page.context().close();
});

test('where it is known who wins, no first stone is fair', async () => {
  const known = { ...QUICK, overrides: { visits: 30, 'known-proofs': true } };
  const { page } = await open(browser, `${server.address}/#hex,5x5,swap-pieces,`, undefined, known);
  await page.getByText('who may swap wins, whatever stone comes first').waitFor();
  await page.getByText('✓ proven loss for the side to move').waitFor();
  await page.context().close();
  // Without the swap Black wins.
  const { page: plain } = await open(browser, `${server.address}/#hex,5x5,none,`, undefined, known);
  await plain.getByText('✓ proven win for the side to move').waitFor();
  assert.equal(await plain.getByText('who may swap wins').count(), 0);
  await plain.context().close();
});

test('who wins is proven, and what is proven is marked as such', async () => {
  // The first player wins in the middle of 3 x 3, as two bridges join it to both edges.
  const { page } = await open(browser, `${server.address}/#hex,3x3,none,b2`, undefined, {
    analysisVisits: 20_000,
  });
  await page.getByRole('button', { name: 'Who wins for certain?' }).click();
  await page.getByText('✓ Black wins for certain.').waitFor();
  await page.getByText('✓ proven loss for the side to move').waitFor(); // by the search as well
  assert.ok((await page.locator('.rate', { hasText: '✗' }).count()) > 0);
  await page.context().close();
});

test('the board is turned and turned over, its stones take numbers, and clicks find their cells', async () => {
  const { page } = await open(browser, `${server.address}/#hex,5x5,none,c3.b2`, undefined, {
    hints: false,
  });
  const place = async (name: string) => {
    const { x, y } = (await cell(page, indexOf(name, 5)).boundingBox())!;
    return [x, y] as const;
  };
  await page.waitForSelector('.stone.white');
  const corners = async () => [await place('a1'), await place('e5')];
  const [a1, e5] = await corners();
  assert.ok(a1![0] < e5![0] && a1![1] < e5![1]);
  for (let i = 0; i < 6; ++i)
    await page.getByRole('button', { name: 'Turn the board' }).first().click();
  const [turnedA1, turnedE5] = await corners();
  assert.ok(turnedA1![0] > turnedE5![0] && turnedA1![1] > turnedE5![1]);
  await page.getByRole('button', { name: 'Turn the board over' }).click();
  const [overA1, overE5] = await corners();
  assert.ok(overA1![0] < overE5![0] && overA1![1] > overE5![1]);
  await cell(page, indexOf('e1', 5)).click();
  await page.waitForFunction(() => document.querySelectorAll('.stone').length === 3);
  assert.match(page.url(), /c3\.b2\.e1$/);
  await page.getByLabel('Numbers of moves').check();
  const number = (name: string) => page.locator(`[data-cell="${indexOf(name, 5)}"] .number-on`);
  assert.equal(await number('c3').textContent(), '1');
  assert.equal(await number('e1').textContent(), '3');
  await page.reload(); // it stays so
  await number('b2').waitFor();
  await page.context().close();
});

test('words fit their numbers, and nothing is said twice', async () => {
  const { page } = await open(browser, `${server.address}/#hex,3x3,none,b2`, undefined, {
    hints: false,
    engineSide: 'W',
    overrides: { level: 1, visits: 1 },
  });
  assert.equal(await page.getByText(/^level$/i).count(), 1);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.locator('dialog textarea').fill('garbage');
  await page.locator('dialog form .strong').click();
  assert.match((await page.locator('dialog .bad').textContent())!, /^This cannot be read: line 1/);
  await page.context().close();
});

test('the graph shows win rates where they are known, and a click leads there', async () => {
  const game = `${server.address}/#hex,5x5,none,a1.c3.a2.b2`;
  const { page } = await open(browser, game, undefined, { analysisVisits: 200 });
  await page.locator('.card[aria-label="Win rate"]', { hasText: 'done' }).waitFor();
  const share = /Black (\d+)%/.exec(await page.locator('.rates').innerText())![1];
  const dot = page.locator('.graph .dot circle');
  assert.equal(await dot.count(), 1); // where one is
  assert.equal(Math.round(parseFloat((await dot.getAttribute('cy'))!)), 100 - Number(share));
  assert.equal(await dot.getAttribute('cx'), '100%');
  const { width } = (await page.locator('.plot').boundingBox())!;
  await page.locator('.plot').click({ position: { x: 0.52 * width, y: 70 } });
  await page.locator('.turn-of[aria-current]', { hasText: '2 c3' }).waitFor();
  await page.waitForFunction(() =>
    /^50%/.test(document.querySelector('.graph .dot circle')?.getAttribute('cx') ?? ''),
  );
  await page.context().close();
});
