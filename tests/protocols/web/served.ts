import { after, before } from 'node:test';
import type { Browser } from 'playwright-core';
import { Server, launch } from './support.ts';

// A server and a browser for the tests of the file that imports them, begun before the first and
// ended after the last.
export let server: Server;
export let browser: Browser;

before(async () => {
  server = await Server.start();
  browser = await launch();
});
after(async () => {
  await browser.close();
  await server.stop();
});
