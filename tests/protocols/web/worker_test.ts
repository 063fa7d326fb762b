import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { indexOf, launch, open } from './support.ts';

// The page from a plain folder of files, with the engine as WebAssembly beside it.

const ROOT = join(process.env['ISTHMUS_WEB']!, '../..');
const ENGINE = join(ROOT, 'build/wasm/tools/wasm');
const FILES = [
  ...['isthmus.js', 'isthmus.wasm'].map((file) => join(ENGINE, file)),
  join(ROOT, 'tools/wasm/engine_worker.js'),
  ...['hex.net', 'hex-wide.net'].map((file) => join(ROOT, 'engine/net/networks', file)),
];
const TYPES: Record<string, string> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
};

const isMissing = !FILES.every(existsSync) && 'the engine was not built as WebAssembly';

// The address of the folder, which no page may share memory in: so the engine has no threads.
async function serveFolder(context: TestContext): Promise<string> {
  const site = join(process.env['ISTHMUS_PICTURES']!, 'site');
  const host = createServer((request, response) => {
    const name = basename(new URL(request.url!, 'http://x').pathname) || 'index.html';
    const file = FILES.find((file) => basename(file) === name) ?? join(site, name);
    if (!existsSync(file)) return response.writeHead(404).end();
    return response
      .writeHead(200, {
        'Content-Type': TYPES[name.split('.').at(-1)!] ?? 'application/octet-stream',
      })
      .end(readFileSync(file));
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  context.after(() => host.close());
  return `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
}

test('a game is played against the engine in the browser', { skip: isMissing }, async (context) => {
  const address = await serveFolder(context);
  const browser = await launch();
  context.after(() => browser.close());
  const { page } = await open(browser, `${address}/#hex,3x3,none,`, undefined, {
    hints: false,
    engineSide: 'W',
    overrides: { visits: 20 },
  });
  await page.locator(`[data-cell="${indexOf('b2', 3)}"] > .cell`).click();
  await page.waitForSelector('.stone.white', { timeout: 180_000 });
  assert.equal(await page.locator('.stone').count(), 2);
  await page.context().close();
});

test('the page says which net judges, also in the browser', { skip: isMissing }, async (context) => {
  const address = await serveFolder(context);
  const browser = await launch();
  context.after(() => browser.close());
  const { page } = await open(browser, `${address}/#hex,5x5,none,`, undefined, { mode: 'analyse' });
  await page.getByText(/^Judged by: net, \d+ blocks of \d+ channels$/).waitFor();
  await page.goto(`${address}/#hex,17x17,none,`);
  await page.getByText(/^Judged by: wide net, \d+ blocks of \d+ channels$/).waitFor();
  await page.context().close();
});

test('a review by an engine without threads can be ended', { skip: isMissing }, async (context) => {
  const address = await serveFolder(context);
  const browser = await launch();
  context.after(() => browser.close());
  const game = `${address}/#hex,19x19,none,k10.j10.k9.j9.k8.j8.k7.j7.k6.j6.k5.j5`;
  const { page } = await open(browser, game, undefined, { hints: false });
  await page.getByRole('tab', { name: 'Learn' }).click();
  await page.getByRole('spinbutton').first().fill('20000');
  await page.getByRole('button', { name: /review/i }).click();
  await page.getByRole('button', { name: /Enough/ }).click();
  // The engine that could not hear is replaced, and the new one answers.
  await page.getByRole('button', { name: /review/i }).waitFor({ timeout: 180_000 });
  await page.getByRole('tab', { name: 'Analyse' }).click();
  await page.getByRole('button', { name: 'Hints' }).click();
  await page.waitForSelector('.best', { timeout: 180_000 });
  await page.context().close();
});
