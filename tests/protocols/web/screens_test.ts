import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { browser, server } from './served.ts';
import { DESKTOP, NARROW, PHONE, PHONE_ON_ITS_SIDE, open, picture } from './support.ts';

// Every screen in light and dark, on a desk and on a phone: axe finds nothing wrong with it, and
// nothing is wider than it. The pictures are left for people to look at.

const AXE = readFileSync(
  join(process.env['ISTHMUS_WEB']!, 'node_modules/axe-core/axe.min.js'),
  'utf8',
);

async function check(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: picture(name) });
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const axe = (
      window as unknown as {
        axe: {
          run(options: object): Promise<{
            violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
          }>;
        };
      }
    ).axe;
    // By itself it does not look whether targets are large enough for fingers.
    return (await axe.run({ rules: { 'target-size': { enabled: true } } })).violations.map(
      ({ id, nodes }) => `${id}: ${nodes[0]!.html} ${nodes[0]!.failureSummary}`,
    );
  });
  assert.deepEqual(violations, [], name);
  const wide = await page.evaluate(() => {
    const right = (one: Element) => one.getBoundingClientRect().right;
    const room = (card: Element) => right(card) - parseFloat(getComputedStyle(card).paddingRight);
    return [
      ...[document.documentElement, ...document.querySelectorAll('dialog, .result')].filter(
        (one) => one.scrollWidth > one.clientWidth,
      ),
      ...[...document.querySelectorAll('.card > *')].filter(
        (one) => right(one) > room(one.parentElement!) + 1,
      ),
    ].map((one) => one.outerHTML.slice(0, 100));
  });
  assert.deepEqual(wide, [], name);
}

const GAME = '/#hex,5x5,swap-pieces,b2.d3.c4.b4';
const SCREENS: [name: string, show: (page: Page) => Promise<void>][] = [
  ['analyse', async (page) => void (await page.waitForSelector('.candidates tbody tr'))],
  [
    'play',
    async (page) => {
      await page.getByRole('tab', { name: 'Play' }).click();
      await page.getByLabel('Clock').selectOption('5 minutes each');
      await page.locator('.seats time').first().waitFor();
    },
  ],
  [
    'learn',
    async (page) => {
      await page.getByRole('tab', { name: 'Learn' }).click();
      await page.getByLabel('Positions looked at for a turn').fill('10');
      await page.getByRole('button', { name: 'Review this game' }).click();
      await page.getByRole('button', { name: 'Review anew' }).waitFor();
    },
  ],
  [
    'openings',
    async (page) => {
      await page.getByRole('tab', { name: 'Openings' }).click();
      await page.getByLabel('Positions looked at for a stone').fill('10');
      await page.getByRole('button', { name: 'Judge all first stones' }).click();
      await page.getByRole('heading', { name: 'Fairest first stones' }).waitFor();
    },
  ],
  [
    'watch',
    async (page) => {
      await page.getByRole('tab', { name: 'Watch' }).click();
      await page.waitForSelector('#panels.watch .card');
    },
  ],
  ['new', async (page) => page.getByRole('button', { name: /new game/ }).click()],
  ['open', async (page) => page.getByRole('button', { name: 'Open', exact: true }).click()],
  [
    'share',
    async (page) => {
      await page.getByRole('button', { name: 'Share' }).click();
      await page.waitForFunction(
        () => document.querySelector<HTMLTextAreaElement>('dialog textarea')?.value !== '',
      );
    },
  ],
];

for (const [device, options] of [
  ['desk', DESKTOP],
  ['phone', PHONE],
  ['side', PHONE_ON_ITS_SIDE],
] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`screens: ${device}, ${colorScheme}`, async () => {
      const { page, problems } = await open(
        browser,
        server.address + GAME,
        { ...options, colorScheme },
        {
          analysisVisits: 100,
          ownership: colorScheme === 'dark',
          connections: colorScheme === 'dark',
        },
      );
      for (const [name, show] of SCREENS) {
        await show(page);
        await check(page, `${name}-${device}-${colorScheme}`);
        await page.keyboard.press('Escape');
        if (name === 'watch') await page.getByRole('tab', { name: 'Play' }).click();
      }
      assert.deepEqual(problems, []);
      await page.context().close();
    });
  }
}

test('the narrowest phones have room for it', async () => {
  const { page } = await open(browser, `${server.address}/#hex,11x11,swap-pieces,f6`, NARROW, {
    mode: 'analyse',
    analysisVisits: 100,
  });
  await page.waitForSelector('.candidates tbody tr');
  await check(page, 'analyse-narrow');
  await page.getByRole('tab', { name: 'Play' }).click();
  await page.getByLabel('Clock').selectOption('10 minutes, 5 s a move');
  await page.getByRole('radio', { name: 'Engine is Black' }).click();
  await page.locator('.seats time').first().waitFor();
  await check(page, 'play-narrow');
  await page.getByRole('button', { name: 'Move now' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.locator('.seats .result').waitFor();
  await check(page, 'resigned-narrow');
  await page.getByRole('button', { name: 'New game', exact: true }).click();
  await check(page, 'new-narrow');
  await page.context().close();
});
