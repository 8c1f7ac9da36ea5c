import { describe, expect, it } from 'vitest';
import { probedSandbox } from '../sandbox-here.ts';
import { says, setUp } from './asking-rig.ts';

const lacking = await probedSandbox();

describe.skipIf(lacking !== null)(
  `G7.7 assay run whose run halts${lacking === null ? '' : ` (skipped: ${lacking})`}`,
  { timeout: 300_000 },
  () => {
    it('ends with exit code 10, and says why and what to do', async () => {
      // Says that it drafted, and never does.
      const idle = {
        name: 'idle',
        description: 'Claims and does nothing.',
        answer: () => says({ summary: 'drafted' }),
      };
      const { start } = await setUp(idle, {});
      const { code, said } = await start('run', 'PLAN.md', '--model', 'openai:gpt-5.2').ended;
      expect(said).toMatch(/5 drafts in a row did not fit\. The last: .*the file does not exist/);
      expect(said).toMatch(/next: assay guide \S+ "your advice", then assay runs resume/);
      expect(code, said).toBe(10);
    });
  },
);
