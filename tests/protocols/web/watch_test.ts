import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { Server, launch, open, picture } from './support.ts';

const folder = mkdtempSync(join(tmpdir(), 'isthmus-watch-'));
after(() => rmSync(folder, { recursive: true }));

test('a tournament is watched: standings, intervals and boards, and a game of it opened', async (context) => {
  const program = process.env['ISTHMUS_PROGRAM']!;
  const spec = {
    game: 'hex',
    size: 3,
    games: 4,
    openings: 'all-1ply',
    engines: ['strong', 'weak'].map((name, i) => ({
      name,
      command: `${program} gtp --evaluator fills --fills 512 --backend cpu --visits ${i === 0 ? 20 : 1}`,
    })),
  };
  writeFileSync(join(folder, 'spec.json'), JSON.stringify(spec));
  const results = join(folder, 'results');
  const run = spawnSync(program, ['tournament', join(folder, 'spec.json'), '--out', results], {
    env: { ...process.env, PATH: `${dirname(program)}:${process.env['PATH']}` },
    encoding: 'utf8',
  });
  assert.equal(run.status, 0, run.stderr);
  const server = await Server.start('0', '--watch', results);
  context.after(() => server.stop());
  const browser = await launch();
  context.after(() => browser.close());
  const { page, problems } = await open(browser, server.address, undefined, { hints: false });
  await page.getByRole('tab', { name: 'Watch' }).click();
  await page.getByRole('heading', { name: 'Standings' }).waitFor();
  const rows = page.locator('#panels.watch tbody tr');
  assert.equal(await rows.count(), 2);
  const games = await rows.evaluateAll((rows) =>
    rows.map((row) => Number(row.querySelectorAll('td')[4]!.textContent)),
  );
  assert.deepEqual(games, [4, 4]);
  await page.waitForFunction(() => document.querySelectorAll('.shown .small').length === 4);
  await page.screenshot({ path: picture('watch-tournament') });
  const turns = /(\d+) turns/.exec((await page.locator('.shown').first().textContent())!)![1];
  await page.locator('.shown').first().click();
  await page.waitForFunction(
    (turns) => document.querySelectorAll('.turn-of').length === Number(turns),
    turns,
  );
  assert.deepEqual(problems, []);
});
