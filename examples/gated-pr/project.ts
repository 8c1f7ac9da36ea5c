/** A small library as people have it: a plan with two open PRs, tests, a check, and Assay set up. */
export const PROJECT: Readonly<Record<string, string>> = {
  'README.md': `# durations

Reads and writes durations such as \`1h 30m\`.
`,
  'AGENTS.md': `# Working here

Plain JavaScript modules, no dependencies. Errors are RangeErrors with the text that was not understood.
`,
  'PLAN.md': `# Plan

## PR 1: Parse durations

\`parse('1h 30m')\` gives seconds. Units: h, m, s. Anything else is a RangeError.

## PR 2: Format durations

\`format(5400)\` gives \`1h 30m\`; units that are zero are left out; 0 is \`0s\`.
`,
  'package.json': `{
  "name": "durations",
  "type": "module",
  "scripts": {
    "test": "node --test",
    "check": "node scripts/check.mjs"
  }
}
`,
  'scripts/check.mjs': `import { readdirSync, readFileSync } from 'node:fs';

const loud = readdirSync('src').filter((name) => readFileSync(\`src/\${name}\`, 'utf8').includes('console.log'));
if (loud.length > 0) {
  console.error(\`console.log in \${loud.join(', ')}\`);
  process.exit(1);
}
`,
  'src/units.js': `/** Seconds in each unit, largest first. */
export const UNITS = [
  ['h', 3600],
  ['m', 60],
  ['s', 1],
];
`,
  'test/units.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UNITS } from '../src/units.js';

test('units go from large to small', () => {
  const sizes = UNITS.map(([, seconds]) => seconds);
  assert.deepEqual(sizes, sizes.toSorted((a, b) => b - a));
});
`,
  '.assay/config.json': `{
  "version": 1,
  "main": "main",
  "plan": "PLAN.md",
  "preflight": "npm run check"
}
`,
  '.assay/.gitignore': `ACTIVE_PR.json
ORCHESTRATION_STATE.json
`,
};
