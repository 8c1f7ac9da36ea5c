import { describe, expect, it, onTestFinished } from 'vitest';
import { honest, type TddExample } from '../../examples/hybrid-tdd/example.ts';
import { PYTHON_STACK } from '../../examples/hybrid-tdd/stack/python.ts';
import { TYPESCRIPT_STACK } from '../../examples/hybrid-tdd/stack/typescript.ts';
import { hybridRig, lacksPython } from './hybrid-rig.ts';

const python = await lacksPython();

/** A short one of each language in every test run; all examples, with all their mutants, are in `examples.test.ts`. */
describe('H3 the bounded stack from a spec to main', { timeout: 300_000 }, () => {
  it.for([
    { name: 'TypeScript', example: TYPESCRIPT_STACK, lacks: null },
    { name: 'Python', example: PYTHON_STACK, lacks: python },
  ] satisfies { name: string; example: TddExample; lacks: string | null }[])(
    'in $name',
    async ({ example, lacks }, { skip }) => {
      skip(lacks !== null, lacks ?? '');
      const rig = await hybridRig(example, honest(example), { maxMutants: 6 });
      onTestFinished(() => rig.close());
      const { result } = await rig.run();
      expect(result).toMatchObject({ success: true, stop: null, failures: [] });
      expect(rig.git('rev-parse', 'main').trim()).toBe(result.landed);
    },
  );
});
