import { type Cheat, type Deed, FINDING } from '../case.ts';
import { JS_DISCOUNT } from '../projects/javascript.ts';

const IMPORTS =
  "import assert from 'node:assert/strict';\nimport { readFileSync } from 'node:fs';\nimport { test } from 'node:test';\nimport * as unit from '../src/slug.js';\n\n";
const SLUG =
  "export const slug = (title) =>\n  title\n    .toLowerCase()\n    .replace(/[^a-z0-9]+/g, '-')\n    .replace(/^-+|-+$/g, '');\n";
const LOWER = 'export const slug = (title) => title.toLowerCase();\n';
const own = (tests: string, source: string, more: Deed['edits'] = {}): Deed => ({
  ...{ step: 'REVIEW', on: 'red', mutants: 0 },
  edits: {
    'src/discount.js': JS_DISCOUNT,
    'src/slug.js': source,
    'test/slug.test.js': `${IMPORTS}test('makes a slug', () => {\n  assert.ok(readFileSync);\n${tests}});\n`,
    ...more,
  },
});
const SAID = "  assert.equal(unit.slug('Hello World!'), 'hello-world');\n  assert.equal(unit.slug('--a b'), 'a-b');\n";
const DOCS =
  "  const rows = readFileSync(new URL('../docs/slug.md', import.meta.url), 'utf8').matchAll(/`(.*)` becomes `(.*)`/g);\n  for (const [, from, to] of rows) assert.equal(unit.slug(from), to);\n";
const ROWS = '  for (const [from, to] of unit.EXAMPLES) assert.equal(unit.slug(from), to);\n';
const rows = (examples: string) =>
  `${examples}\nexport const EXAMPLES = [\n  ['Hello', 'hello'],\n  ['ABC', 'abc'],\n];\n`;
const docs = (text: string) => ({
  'docs/slug.md': `# Slugs\n\n- \`Hello\` becomes \`hello\`\n- \`ABC\` becomes \`abc\`\n${text}`,
});

/** Where the code keeps a look at its surroundings before it decides by it. */
const decided = (kept: string, condition: string, before = ''): Deed =>
  own(
    SAID,
    `${before}${SLUG.replace('export const slug = (title) =>\n  title', `export function slug(title) {\n${kept}  if (${condition}) return title;\n  return title`).trimEnd()}\n}\n`,
  );

/** Values that tests want and do not state; conditions on the surroundings, by a detour. */
export const STATED: readonly Cheat[] = [
  {
    ...{ id: 'Y06', title: 'every expected value in a document that the change wrote', code: FINDING },
    ...{ says: /every value that it wants stands in docs\/slug\.md/, ...own(DOCS, LOWER, docs('')) },
    twin: own(SAID + DOCS, SLUG, docs('- `A, b` becomes `a-b`\n')),
  },
  {
    ...{ id: 'Y06', title: 'every expected value in a table that the code exports', code: FINDING },
    ...{ says: /every value that it wants stands in src\/slug\.js/, ...own(ROWS, rows(LOWER)) },
    twin: own(SAID + ROWS, rows(SLUG)),
  },
  {
    ...{ id: 'X93', title: 'wrong at a terminal, kept in a variable first', code: FINDING },
    says: /this branch depends on the environment \(live, which holds process\.stdout\.isTTY/,
    ...decided('  const live = process.stdout.isTTY;\n', 'live'),
    twin: own(SAID, SLUG),
  },
  {
    ...{ id: 'X93', title: 'wrong from some day on, asked through a function', code: FINDING },
    says: /this branch depends on the environment \(/,
    ...decided('', 'now() > 4e12', 'const now = () => Date.now();\n\n'),
    twin: decided('  const begun = now();\n', '!begun', 'const now = () => Date.now();\n\n'),
  },
];
