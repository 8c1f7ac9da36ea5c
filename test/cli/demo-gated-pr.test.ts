import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { probedSandbox } from '../sandbox-here.ts';
import { tempHome } from './assay.ts';

const lacking = await probedSandbox();

describe('G7 G12.3 the demo of the gated PR', () => {
  it.skipIf(lacking !== null)(
    `shows refusals and recoveries, and merges${lacking === null ? '' : ` (${lacking})`}`,
    async () => {
      const { assay } = tempHome();
      const { code, out } = await assay('demo', '--fast');
      expect(code).toBe(0);
      expect(out).toContain('simulated');
      for (const refusal of ['TEST_CHANGED', 'TESTS_FAILED', 'SCRIPTS_CHANGED'])
        expect(out).toContain(`refused: ${refusal}`);
      expect(out.match(/merged feat: /g)).toHaveLength(2);
      for (const line of await linesInReadme()) expect(out).toContain(line);
      // A second author was asked without anybody having said so, and is listed for itself.
      expect((await assay('cost', '--by', 'agent', '--simulated')).out).toMatch(/^tests\b/m);
    },
    900_000,
  );
});

/** The README shows the real output of the example. */
async function linesInReadme(): Promise<string[]> {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const shown = /```\n(feat: parse durations [\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const lines = shown.split('\n').filter((line) => line !== '');
  expect(lines.length).toBeGreaterThan(5);
  return lines;
}
