// Writes the page's static files as C++: node embed.mjs SITE OUT.cpp, for site.hpp.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';

const [site, out] = process.argv.slice(2);
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};
const PER_LINE = 96;

// As a string_view of a literal; what is not plain has three octal digits, so that no digit behind
// it can be taken for one of them.
function literal(bytes) {
  const lines = [];
  for (let begin = 0; begin < bytes.length; begin += PER_LINE) {
    let text = '';
    for (const byte of bytes.subarray(begin, begin + PER_LINE)) {
      const isPlain = byte >= 0x20 && byte < 0x7f && !'"\\?'.includes(String.fromCharCode(byte));
      text += isPlain ? String.fromCharCode(byte) : '\\' + byte.toString(8).padStart(3, '0');
    }
    lines.push(`     "${text}"`);
  }
  return `{\n${lines.join('\n')},\n     ${bytes.length}}`;
}

const rows = readdirSync(site)
  .filter((file) => !file.endsWith('.gz'))
  .sort()
  .map((file) => {
    const type = TYPES[extname(file)];
    if (!type) throw new Error(`${file}: this type of file has no name in embed.mjs`);
    const bytes = readFileSync(join(site, file));
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
    const path = file === 'index.html' ? '/' : `/${file}`;
    const zipped = readFileSync(join(site, `${file}.gz`));
    return `    {"${path}", "${type}", "\\"${hash}\\"",\n    ${literal(bytes)},\n    ${literal(zipped)}},\n`;
  });
writeFileSync(
  out,
  `#include "protocols/web/site.hpp"

#include <array>

namespace isthmus {

std::span<const SiteFile> site_files() {
  static constexpr std::array<SiteFile, ${rows.length}> kFiles{{
${rows.join('')}  }};
  return kFiles;
}

}  // namespace isthmus
`,
);
