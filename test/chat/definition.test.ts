import { describe, expect, it } from 'vitest';
import { text, toolCall } from '#sim/answers.ts';
import { MODEL, openChatRig } from './talk.ts';

const SLOW_MACHINE = { timeout: 120_000 };
const lines = 'some text that is long enough\n'.repeat(100);

const AGENT = `---
name: clerk
description: Reads.
tools: [read]
sources: [docs/, secrets.env, .env]
context: { compactAt: 4000 }
---
You are a clerk.
`;

describe('S5 an agent by its definition', SLOW_MACHINE, () => {
  it('is shown its sources, reads them, and is compacted where it says', async () => {
    const isSummary = (system: string) => system.startsWith('You write the notes');
    const rig = await openChatRig(
      ({ system, turn, messages }) => {
        if (isSummary(system)) return text('NOTES: read the rules.');
        if (messages[0]?.text.includes('NOTES') || turn > 12) return text('done');
        return toolCall('read', { path: 'docs/rules.md' });
      },
      { '.agents/agents/clerk.md': AGENT, 'docs/rules.md': `# House rules\n${lines}`, '.env': 'TOKEN=hunter2hunter2' },
    );
    const { code, out, err } = await rig.assay(['ask', ...MODEL, '--agent', 'clerk', 'what are the rules?']);
    expect({ code, out: out.trim(), err }).toMatchObject({ code: 0, out: 'done' });
    const requests = rig.sim.requests.map(({ request }) => request);
    const [first] = requests;
    expect(first?.system).toMatch(/- docs\/rules\.md \(about \d+ tokens\): House rules/);
    expect(first?.system).not.toContain('hunter2');
    expect(first?.system).not.toContain('.env (');
    expect(requests.filter(({ system }) => isSummary(system))).toHaveLength(1);
    expect(requests.length).toBeLessThan(12);

    const listed = await rig.assay(['agents']);
    expect(listed.code).toBe(0);
    expect(listed.out).toMatch(/warning: secrets\.env matches no file of the project/);
  });
});
