import { describe, expect, it } from 'vitest';
import type { Scenario, SimAnswer } from '#sim/types.ts';
import { probedSandbox } from '../sandbox-here.ts';
import { DRAFT } from '../web/hosted-run.ts';
import { engineer, type Started, says, setUp, WHY, writes } from './asking-rig.ts';

const submits = (plan: string): SimAnswer => ({
  parts: [{ type: 'toolCall', name: 'submit_plan', input: { plan } }],
});

/** Has its plan approved before it drafts; told no, it submits another. */
const planner = (heard: string[]): Scenario => ({
  name: 'planner',
  description: 'One PR, up to its second plan.',
  answer({ messages, turn, system }) {
    const briefing = messages[0]?.text ?? '';
    heard.push(system, ...messages.flatMap(({ toolResults }) => toolResults.map(({ text }) => text)));
    if (!briefing.startsWith('# INITIALIZING')) return submits('Write the test.');
    if (turn < 3) return submits(turn === 1 ? 'Delete everything.' : 'Draft the PR.');
    return turn === 3 ? writes('.assay/ACTIVE_PR.json', JSON.stringify(DRAFT)) : says({ summary: 'drafted' });
  },
});

const lacking = await probedSandbox();

describe.skipIf(lacking !== null)(
  `C8.6 an agent that asks while it works, answered from another terminal${lacking === null ? '' : ` (skipped: ${lacking})`}`,
  { timeout: 180_000 },
  () => {
    it('is shown in its own terminal, and answered by a person from another one', async () => {
      const heard: string[] = [];
      const { terminal, start } = await setUp(engineer(heard));
      const driving = start('run', 'PLAN.md', '--model', 'openai:gpt-5.2');
      await driving.says('engineer asks: write wants to write');
      expect(driving.said()).toContain('(assay permissions)');

      const id = await openQuestion(start);
      const listed = await start('permissions').ended;
      expect(listed.said).toContain(`assay permissions allow ${id.slice(0, 4)}`);
      expect(listed.said).toContain('because the rule "ask path test/" asks');

      // An agent's shell is no person's terminal.
      const byAgent = await start('permissions', 'allow', id).ended;
      expect(byAgent).toMatchObject({ code: 1, said: expect.stringContaining('needs a person at a terminal') });
      expect(await terminal('permissions', 'allow', 'ffff')).toMatchObject({
        said: expect.stringContaining('no open question begins with "ffff"'),
      });

      const denied = await terminal('permissions', 'deny', id, '--why', WHY);
      expect(denied).toMatchObject({ code: 0, said: expect.stringContaining('denied, once: write wants to write') });
      const second = await openQuestion(start, id);
      expect(heard.join('\n')).toContain(WHY);

      expect(await terminal('permissions', 'allow', second.slice(0, 4), '--for', 'session')).toMatchObject({
        code: 0,
        said: expect.stringContaining('allowed, for this run'),
      });
      // Remembered for the run: the same is not asked again.
      await driving.says('RED');
      await driving.says('✓');
      expect((await start('permissions').ended).said).toContain('test/add.test.js');
      driving.kill();
      await driving.ended;
      // Its PR is half done: a second run would make it once more.
      const again = await start('run', 'PLAN.md', '--model', 'openai:gpt-5.2').ended;
      expect(again).toMatchObject({ code: 2, said: expect.stringMatching(/RUN_EXISTS.*feat: add numbers/) });
      expect(again.said).toContain('assay runs resume r');
    });

    it('C11.1 has its plan approved: it learns of a no; a yes covers the questions of its steps', async () => {
      const heard: string[] = [];
      const { terminal, start } = await setUp(planner(heard), { mode: 'ask' });
      const driving = start('run', 'PLAN.md', '--model', 'openai:gpt-5.2');
      await driving.says('engineer asks: submit_plan wants to do {"plan":"Delete everything."}');
      expect(heard.join('\n')).toContain('submit your plan with submit_plan');
      const id = await openQuestion(start);
      expect(await terminal('permissions', 'deny', id, '--why', WHY)).toMatchObject({ code: 0 });
      await driving.says('Draft the PR.');
      const second = await openQuestion(start, id);
      expect(heard.join('\n')).toContain(WHY);
      expect(await terminal('permissions', 'allow', second)).toMatchObject({ code: 0 });
      // It drafts without a question; the next attempt has a plan of its own.
      await driving.says('Write the test.');
      expect(driving.said()).not.toContain('asks: write');
      driving.kill();
      await driving.ended;
    });
  },
);

/** The id of what is asked now, another than the one before. */
async function openQuestion(start: (...args: string[]) => Started, before = ''): Promise<string> {
  for (;;) {
    const { said } = await start('permissions', '--json').ended;
    const { asked } = JSON.parse(said);
    const id: unknown = asked[0]?.id;
    if (typeof id === 'string' && id !== before) return id;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
