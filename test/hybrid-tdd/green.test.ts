import { describe, expect, it, onTestFinished } from 'vitest';
import { honest } from '../../examples/hybrid-tdd/example.ts';
import { TYPESCRIPT_STACK } from '../../examples/hybrid-tdd/stack/typescript.ts';
import { hybridRig } from './hybrid-rig.ts';

/** A short one in every test run; Python, and all examples with all their mutants, are in `npm run test:tdd`. */
describe('H3 the bounded stack from a spec to main', { timeout: 300_000 }, () => {
  it('H3.1 H3.4 in TypeScript', async () => {
    const rig = await hybridRig(TYPESCRIPT_STACK, honest(TYPESCRIPT_STACK), { maxMutants: 4 });
    onTestFinished(() => rig.close());
    const { result } = await rig.run();
    expect(result).toMatchObject({ success: true, stop: null, failures: [] });
    expect(rig.git('rev-parse', 'main').trim()).toBe(result.landed);
  });
});
