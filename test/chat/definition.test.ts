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
  it('sees its sources, reads them, and is compacted as it says', async () => {
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

  it('C6.4 gets the sources it declares and no others, and says which is not connected', async () => {
    const agent =
      '---\nname: reader\ndescription: Reads.\ntools: [read]\nsources: [source:papers, source:gone]\n---\nYou read.\n';
    const rig = await openChatRig(() => text('done'), {
      '.agents/agents/reader.md': agent,
      'papers/a.md': '# A\n',
      'private/b.md': '# B\n',
    });
    for (const name of ['papers', 'private'])
      expect((await rig.assay(['sources', 'add', name, '--folder', name])).code).toBe(0);
    const asked = await rig.assay(['ask', ...MODEL, '--agent', 'reader', 'what is there?', '--json']);
    const toolsOf = (at: number) =>
      rig.sim.requests
        .at(at)
        ?.request.tools.map(({ name }) => name)
        .filter((name) => name.includes('__')) ?? [];
    expect(toolsOf(-1).length).toBeGreaterThan(0);
    expect(toolsOf(-1).every((name) => name.startsWith('papers__'))).toBe(true);
    expect(`${asked.out}${asked.err}`).toContain('this agent needs the source gone, which is not connected');
    // An agent that declares none has every source that its tools allow.
    await rig.assay(['ask', ...MODEL, 'what is there?']);
    expect(new Set(toolsOf(-1).map((name) => name.split('__')[0]))).toEqual(new Set(['papers', 'private']));
  });
});
