import { describe, expect, it } from 'vitest';
import { makeRig, toAllDone, toFirstStep } from './rig.ts';

const JUDGE = 'review/judge.sh';
const says = (message: string): string =>
  `printf '%s' '{"findings":[{"file":"src/cart.js","severity":"major","message":"${message}"}]}'\n`;

describe('G5 the project’s own reviewer', { timeout: 120_000 }, () => {
  it('G3.9 is the one on main, whatever lies in the checkout that the agent works in', async () => {
    const rig = makeRig({
      files: { [JUDGE]: says('totals are not rounded') },
      config: { reviewer: { command: ['sh', JUDGE] } },
    });
    const tools = await rig.connect();
    await toFirstStep(rig, tools);
    await toAllDone(rig, tools);
    rig.write({ [JUDGE]: `printf '%s' '{"findings":[]}'\n` });
    await tools.task();
    expect((await tools.task()).output).toContain('totals are not rounded');
  });
});
