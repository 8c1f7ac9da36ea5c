import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commitAll } from '#workspace/testing/test-repository.ts';
import { probedSandbox } from '../sandbox-here.ts';
import { honest, hostedProject, hostedRun } from './hosted-rig.ts';
import { assay, makeRig } from './rig.ts';

const lacking = await probedSandbox();

describe.skipIf(lacking !== null)(
  `G7.1 assay run looks before it begins${lacking === null ? '' : ` (skipped: ${lacking})`}`,
  { timeout: 300_000 },
  () => {
    it('names all that is missing on one screen, and begins nothing', async () => {
      const rig = makeRig({ config: { preflight: 'echo rule 7 is broken; exit 1', reviewer: undefined } });
      rig.write({ 'PLAN.md': '# Plan\n\n## PR 1: Say what you want\n' });
      rig.git('commit', '--quiet', '--all', '--message', 'starter');
      const { code, out } = await assay(rig, ['run']);
      expect([code, out]).toEqual([
        2,
        expect.stringContaining('Nothing was started. Fix first: plan, engineer, reviewer, preflight'),
      ]);
      for (const said of ['PLAN.md is still the starter', 'ANTHROPIC_API_KEY', 'rule 7 is broken', '1 passed on main'])
        expect(out).toContain(said);
      const listed = await assay(rig, ['runs', '--json']);
      expect(JSON.parse(listed.out)).toMatchObject({ runs: [] });
      const asJson = await assay(rig, ['run', '--json']);
      expect(JSON.parse(asJson.out.trim().split('\n').at(-1) ?? '')).toMatchObject({ ready: false });
    });

    it('a plan that is nowhere, an agent that is not installed and work that is not committed are reported', async () => {
      const rig = makeRig({});
      rig.write({ 'PLAN.md': '# Plan\n\n- [ ] feat: add numbers\n- [ ] feat: more\n' });
      const { code, out } = await assay(rig, ['run', 'NOPE.md', '--backend', 'acp:no-such-agent']);
      expect([code, out]).toEqual([2, expect.stringContaining('Nothing was started. Fix first: plan, engineer')]);
      for (const said of [
        'there is no file NOPE.md',
        'PLAN.md; or write NOPE.md',
        'no-such-agent is not installed',
        '(PLAN.md): agents',
      ])
        expect(out).toContain(said);
    });

    it('a configuration that is not committed is told so', async () => {
      const rig = makeRig({ config: null });
      rig.write({ '.assay/config.json': JSON.stringify({ version: 1, main: 'main', plan: 'PLAN.md' }) });
      const { code, out } = await assay(rig, ['run']);
      expect([code, out]).toEqual([2, expect.stringContaining('.assay/config.json is not in main')]);
    });

    it('X8.3 a configuration that a person corrects on main holds for the next step, and the answer says so', async () => {
      const repository = hostedProject('# Plan\n\n- [ ] feat: add numbers\n');
      const configure = (preflight: string) => {
        const config = { main: 'main', plan: 'PLAN.md', preflight };
        writeFileSync(join(repository, '.assay/config.json'), JSON.stringify(config));
        commitAll(repository, `preflight: ${preflight}`);
      };
      configure('exit 9');
      let corrected = false;
      const { result, refusals, state, story } = await hostedRun(
        '',
        (task) => {
          if (task.prompt.startsWith('# DEBUGGING') && !corrected) {
            corrected = true;
            configure('npm run check');
          }
          return honest(task);
        },
        { repository },
      );
      expect(result, JSON.stringify([refusals, state], null, 1)).toMatchObject({ status: 'completed' });
      expect(refusals.map(({ code }) => code)).toEqual(['PREFLIGHT_FAILED']);
      expect(corrected).toBe(true);
      const told = story.filter((line) => line.startsWith('measured under .assay/config.json of main at '));
      expect(told, story.join('\n')).toHaveLength(1);
    });
  },
);
