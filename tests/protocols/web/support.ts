import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chromium } from 'playwright-core';

// What the tests in a browser share: a server of the program, and pages of it.

export class Server {
  private constructor(
    private readonly process: ChildProcess,
    readonly address: string,
  ) {}

  static async start(port = '0', ...options: string[]): Promise<Server> {
    const process = spawn(
      globalThis.process.env['ISTHMUS_PROGRAM']!,
      // Searches are not ended by time, however busy the machine is.
      ['serve', '--backend', 'cpu', '--threads', '1', '--solver-share', '0', '--known-proofs', 'false',
       '--max-time', '600', '--port', port, ...options],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const line = await new Promise<string>((resolve, reject) => {
      process.stdout!.once('data', (data: Buffer) => resolve(data.toString()));
      process.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    });
    return new Server(process, /http:\/\/[0-9.:]+/.exec(line)![0]);
  }

  get port(): string {
    return new URL(this.address).port;
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill(signal);
    await ended;
  }
}

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env['ISTHMUS_BROWSER']!, args: ['--no-sandbox', '--disable-gpu'] });

export const DESKTOP: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};
export const NARROW: BrowserContextOptions = { ...PHONE, viewport: { width: 320, height: 568 } };
export const PHONE_ON_ITS_SIDE: BrowserContextOptions = {
  ...PHONE,
  viewport: { width: 844, height: 390 },
};

// A page with the board on it. What goes wrong in it, and whatever it would load from elsewhere or
// against its own policy, is gathered in `problems`.
export interface OpenPage {
  page: Page;
  problems: string[];
}

export async function open(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = DESKTOP,
  preferences: object = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], {
    origin: new URL(address).origin,
  });
  await context.addInitScript((text) => {
    if (!localStorage.getItem('isthmus.preferences'))
      localStorage.setItem('isthmus.preferences', text);
  }, JSON.stringify(preferences));
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^(http|ws)s?:$/.test(url.protocol) && url.host !== new URL(address).host) {
      problems.push(`it asked ${url.host}`);
    }
  });
  page.setDefaultTimeout(180_000); // a machine may be busy
  await page.goto(address);
  await page.waitForSelector('.board svg');
  return { page, problems };
}

// The middle of a cell, by its place in the order of cells.
export const cell = (page: Page, index: number) => page.locator(`[data-cell="${index}"] > .cell`);

// On a board of Hex this many columns wide.
export const indexOf = (name: string, columns: number): number =>
  (Number(name.slice(1)) - 1) * columns + name.charCodeAt(0) - 97;

export const picture = (name: string): string =>
  join(process.env['ISTHMUS_PICTURES']!, `${name}.png`);
