import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { indexOf, launch, open } from './support.ts';

// The page from a plain folder of files, with the engine as WebAssembly beside it.

const ROOT = join(process.env['ISTHMUS_WEB']!, '../..');
const ENGINE = join(ROOT, 'build/wasm/tools/wasm');
const FILES = [
  ...['isthmus.js', 'isthmus.wasm'].map((file) => join(ENGINE, file)),
  join(ROOT, 'tools/wasm/engine_worker.js'),
  join(ROOT, 'engine/net/networks/hex.net'),
];
const TYPES: Record<string, string> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
};

test(
  'a game is played against the engine in the browser',
  { skip: !FILES.every(existsSync) && 'the engine was not built as WebAssembly' },
  async (context) => {
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
    const browser = await launch();
    context.after(() => browser.close());
    const address = `http://127.0.0.1:${(host.address() as AddressInfo).port}/#hex,3x3,none,`;
    const { page } = await open(browser, address, undefined, {
      hints: false,
      engineSide: 'W',
      overrides: { visits: 20 },
    });
    await page.locator(`[data-cell="${indexOf('b2', 3)}"] > .cell`).click();
    await page.waitForSelector('.stone.white', { timeout: 20_000 });
    assert.equal(await page.locator('.stone').count(), 2);
    await page.context().close();
  },
);
