// Bundles the tests of the page and runs them by Node's own runner.
// Usage: node run_tests.mjs PROGRAM OUT [NAME...]; OUT takes the bundles and the pictures of screens.
// The variable ISTHMUS_BROWSER is the program that they are shown in.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const web = resolve(here, '../../../protocols/web');
const { buildSync } = createRequire(join(web, 'package.json'))('esbuild');
const [program, out, ...names] = process.argv.slice(2);

mkdirSync(out, { recursive: true });
const files = readdirSync(here)
  .filter((file) => file.endsWith('_test.ts'))
  .map((file) => file.replace('.ts', ''))
  .filter((file) => names.length === 0 || names.includes(file));
buildSync({
  entryPoints: files.map((file) => join(here, `${file}.ts`)),
  outdir: out,
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  format: 'cjs',
  external: ['playwright-core', 'axe-core'],
  logLevel: 'warning',
});
spawnSync(process.execPath, [join(web, 'build.mjs'), join(out, 'site')], { stdio: 'inherit' });
const run = spawnSync(
  process.execPath,
  [
    '--test',
    '--test-concurrency=2',
    '--test-reporter=spec',
    ...files.map((file) => join(out, `${file}.cjs`)),
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_PATH: join(web, 'node_modules'),
      ISTHMUS_PROGRAM: resolve(program),
      ISTHMUS_WEB: web,
      ISTHMUS_PICTURES: resolve(out),
    },
  },
);
process.exit(run.status ?? 1);
