import { describe, expect, it } from 'vitest';
import { RESEARCH } from '#contracts/workflow-names.ts';
import { research } from '#sim/scenarios/research.ts';
import { MODEL, openChatRig } from './talk.ts';

const FILES = {
  'docs/leases.md': '# Leases\n\nA lease is held for 10 seconds. The driver renews a lease every 3 seconds.\n',
};

async function readRig() {
  const rig = await openChatRig(research.answer, FILES);
  expect((await rig.assay(['ingest', 'docs'])).code).toBe(0);
  const systems = () =>
    rig.sim.requests.map(({ request }) => request.system).filter((text) => text.includes('You help'));
  const researches = async () => (await (await rig.runs()).store.list()).filter(({ graph }) => graph.name === RESEARCH);
  return { ...rig, systems, researches };
}

describe('C4 research in a conversation', () => {
  it('C4.1 C4.7 shows its findings with numbered choices, answers, and gives later turns its summary, after a restart too', async () => {
    const rig = await readRig();
    const said = '/research how long is a lease held?\n1\nwhat did we find?\n';
    const first = await rig.assay(['chat', ...MODEL], said);
    expect(first).toMatchObject({ code: 0 });
    expect(first.out).toMatch(/- .*docs\/leases\.md:1-4\n[\s\S]*1\. search\n2\. leave/);
    expect(first.out).toContain('- A lease is held for 10 seconds. [1] (supported)');
    expect(rig.systems()).toHaveLength(1);
    // Who writes an answer from passages has no tools: they would cost tokens in each call, and could only be denied.
    const ofResearch = rig.sim.requests.filter(({ request }) => request.lastUserText.includes('<question>'));
    expect(ofResearch.map(({ request }) => request.tools)).toEqual([[], []]);
    expect(rig.systems()[0]).toContain('A lease is held for 10 seconds. (docs/leases.md:1-4)');
    // Another process, which has nothing but what is on disk.
    const next = await rig.assay(['chat', '--resume', 'last', ...MODEL], 'and then?\n');
    expect(next.code).toBe(0);
    expect(rig.systems()[1]).toContain('It was answered.\n- A lease is held for 10 seconds.');
    expect(await rig.researches()).toMatchObject([{ status: 'completed' }]);
  });

  it('C4.5 C4.7 a person who leaves it for another question gets an answer to that; the findings are kept, and nothing waits any more', async () => {
    const rig = await readRig();
    const said = '/research how long is a lease held?\nleave\nhow do I install it?\n';
    const told = await rig.assay(['chat', ...MODEL], said);
    expect(told.out).toContain('Leave this research?\n\n1. leave\n2. stay');
    expect(rig.sim.requests.at(-1)?.request.lastUserText).toContain('how do I install it?');
    expect(rig.systems()[0]).toContain('The person left it before an answer was written.');
    expect(await rig.researches()).toMatchObject([{ status: 'completed' }]);
  });

  it('C4.7 a process that dies at the pause loses nothing: the choice is made in the next, and one run answers', async () => {
    const rig = await readRig();
    const { child, says, ended } = rig.start(['chat', ...MODEL], null);
    child.stdin?.write('/research how long is a lease held?\n');
    await says('2. leave');
    child.kill('SIGKILL');
    await ended;
    const next = await rig.assay(['chat', '--resume', 'last', ...MODEL], '1\n');
    expect(next.out).toContain('- A lease is held for 10 seconds. [1] (supported)');
    expect(await rig.researches()).toHaveLength(1);
  });
});
