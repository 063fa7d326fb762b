// Makes the page's static files: node build.mjs [OUT], by default the folder `site` beside this
// file. Each file that is worth it also lies there compressed, as FILE.gz.
import { build } from 'esbuild';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(process.argv[2] ?? join(here, 'site'));
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const { metafile } = await build({
  entryPoints: { page: join(here, 'src/main.tsx') },
  outdir: out,
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['es2023', 'chrome123', 'firefox120', 'safari17.5'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  logLevel: 'warning',
  metafile: true,
});

// What the licences of the packages in it ask for: that they come with it.
const packages = new Set(
  Object.keys(metafile.inputs).flatMap((file) => file.match(/node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []),
);
const licences = [...packages].sort().map((folder) => {
  const path = join(here, folder.slice(folder.indexOf('node_modules')));
  const { name, version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  return `${name} ${version}\n\n${readFileSync(join(path, 'LICENSE'), 'utf8').trim()}\n`;
});
writeFileSync(join(out, 'licences.txt'), licences.join('\n\n'));

for (const file of ['index.html', 'icon.svg'])
  copyFileSync(join(here, 'src', file), join(out, file));
for (const file of readdirSync(out)) {
  // Without a time in it, so that the same sources make the same bytes.
  writeFileSync(join(out, `${file}.gz`), gzipSync(readFileSync(join(out, file)), { level: 9 }));
}
