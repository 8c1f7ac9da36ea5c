import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RunId } from '#contracts/ids.ts';
import { honest } from '../../examples/hybrid-tdd/example.ts';
import { TYPESCRIPT_STACK } from '../../examples/hybrid-tdd/stack/typescript.ts';
import { hybridRig } from './hybrid-rig.ts';

const NODES = ['tests', 'merge'];

describe('H3 a fork of a run that has ended', { timeout: 600_000 }, () => {
  it('comes to its own end in places of its own, from any stage', async () => {
    const rig = await hybridRig(TYPESCRIPT_STACK, honest(TYPESCRIPT_STACK), { maxMutants: 2 });
    onTestFinished(() => rig.close());
    const first = rig.git('rev-parse', 'main');
    const { run, result } = await rig.run();
    expect(result).toMatchObject({ success: true });
    const log = await rig.engine.log(RunId.parse(run));
    for (const node of NODES) {
      const at = log.find((event) => event.type === 'node.scheduled' && event.data.node === node)?.seq;
      if (at === undefined) throw new Error(`nothing was scheduled for ${node}`);
      rig.git('reset', '--quiet', '--hard', first);
      expect(await rig.fork(run, at), node).toMatchObject({ success: true, stop: null, failures: [] });
    }
    expect(readdirSync(join(dirname(rig.repository), 'store/workspaces'))).toEqual([]);
  });
});
