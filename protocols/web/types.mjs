// Makes TypeScript types of the JSON Schemas of queries and answers, into the folder `generated`.
import { compile } from 'json-schema-to-typescript';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const schemas = join(here, '../json/schema');
const out = join(here, 'generated');
mkdirSync(out, { recursive: true });

// The compiler knows tuples as earlier drafts had them.
const withTuples = (schema) =>
  JSON.parse(JSON.stringify(schema), (_, value) => {
    const { prefixItems, ...rest } = value ?? {};
    return prefixItems ? { ...rest, items: prefixItems } : value;
  });

for (const file of readdirSync(schemas)) {
  const schema = withTuples(JSON.parse(readFileSync(join(schemas, file), 'utf8')));
  const types = await compile(schema, file, {
    cwd: schemas,
    additionalProperties: false,
    format: false,
  });
  writeFileSync(join(out, file.replace('.schema.json', '.ts')), types);
}
