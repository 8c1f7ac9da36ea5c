import { describe, expect, it } from 'vitest';
import { edited, gateRig } from '../cheats/gate-rig.ts';
import { probedSandbox } from '../sandbox-here.ts';

const lacks = await probedSandbox();

const SOURCE = `const ENDING = /.(\\.[^./]+)$/;
export function extname(path) {
  const match = ENDING.exec(path);
  return match ? match[1] : '';
}
`;
/** As pathe writes them: which tests there are, only the runner can tell. */
const tests = (items: string): string => `import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { extname } from '../src/extname.js';
runTest('extname', extname, { 'a.html': '.html', 'a': '', '.': ''${items} });
function runTest(name, code, items) {
  describe(name, () => {
    for (const [input, expected] of Object.entries(items))
      it(\`\${name}(\${input}) is \${expected}\`, () => assert.equal(code(input), expected));
  });
}
`;

describe.skipIf(lacks !== null)(
  `G12 tests that are made in a loop${lacks === null ? '' : ` (not run: ${lacks})`}`,
  { timeout: 120_000 },
  () => {
    it('are watched, too: a table of their inputs is found, a rule is not', async () => {
      const rig = await gateRig({
        'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n',
        'src/extname.js': SOURCE,
        'test/extname.test.js': tests(''),
      });
      try {
        const found = async (source: string) => {
          const files = { 'src/extname.js': source, 'test/extname.test.js': tests(", 'foo.': '.', '...': '.'") };
          const { findings } = await rig.examine(await edited(rig, rig.base, files), 0);
          return findings.map(({ message }) => message).filter((message) => /differs from main for/.test(message));
        };
        const table = `  if (path === 'foo.' || path === '...') return '.';\n  const match`;
        expect(await found(SOURCE.replace('  const match', table))).toEqual([expect.stringContaining('"foo."')]);
        expect(await found(SOURCE.replace('[^./]+)', '[^./]*)'))).toEqual([]);
      } finally {
        await rig.close();
      }
    });
  },
);
