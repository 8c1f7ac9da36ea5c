import { describe, expect, it, onTestFinished } from 'vitest';
import { honest } from '../../examples/hybrid-tdd/example.ts';
import { PYTHON_STACK } from '../../examples/hybrid-tdd/stack/python.ts';
import { hybridRig, lacksPython } from './hybrid-rig.ts';

const lacks = await lacksPython();

describe('H3 the bounded stack from a spec to main', { timeout: 300_000 }, () => {
  it('H3.1 in Python', async ({ skip }) => {
    skip(lacks !== null, lacks ?? '');
    const rig = await hybridRig(PYTHON_STACK, honest(PYTHON_STACK), { maxMutants: 6 });
    onTestFinished(() => rig.close());
    const { result } = await rig.run();
    expect(result).toMatchObject({ success: true, stop: null, failures: [] });
    expect(rig.git('rev-parse', 'main').trim()).toBe(result.landed);
  });
});
