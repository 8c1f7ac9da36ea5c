import { describe, expect, it } from 'vitest';
import { probedSandbox } from '../sandbox-here.ts';
import { engineer, setUp, WHY } from './asking-rig.ts';

const lacking = await probedSandbox();

describe.skipIf(lacking !== null)(
  `C8.6 an agent that asks while it works${lacking === null ? '' : ` (skipped: ${lacking})`}`,
  { timeout: 180_000 },
  () => {
    it('X8.4 is answered in the terminal that drives it, and not by text typed before', async () => {
      const heard: string[] = [];
      // Still thinking when Ctrl-C comes: on a quick machine the run would have halted by then.
      const { typing } = await setUp(engineer(heard, { latency: { firstTokenMs: 100_000 } }));
      const driving = typing('run', 'PLAN.md', '--model', 'openai:gpt-5.2');
      driving.type('y\n');
      await driving.says('Allow? [y once');
      expect(driving.said()).toContain('test/add.test.js');
      expect(driving.said()).not.toContain('yes, once');
      await driving.types(`n ${WHY}\n`, 'no, once: write wants to write');
      await driving.says('engineer asks: write', 2);
      expect(heard.join('\n')).toContain(WHY);
      await driving.types('s\n', 'yes, for this run: write wants to write');
      driving.type('\u0003');
      expect((await driving.ended).said).toContain('is interrupted; nothing is lost');
    });
  },
);
