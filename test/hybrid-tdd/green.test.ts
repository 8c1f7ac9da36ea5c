import { describe, expect, it, onTestFinished } from 'vitest';
import { hybridRig, lacksPython } from './hybrid-rig.ts';
import type { SampleProject } from './project.ts';
import { honest } from './scripted-crew.ts';
import { PYTHON_STACK } from './stack-python.ts';
import { IMPL, TESTS, TYPES, TYPESCRIPT_STACK } from './stack-typescript.ts';

const python = await lacksPython();

async function runHonest(project: SampleProject) {
  const rig = await hybridRig(project, honest(project), { maxMutants: 6 });
  onTestFinished(() => rig.close());
  return { rig, ...(await rig.run()) };
}

describe('H3 the bounded stack from a spec to main', { timeout: 300_000 }, () => {
  it.for([
    { name: 'TypeScript', project: TYPESCRIPT_STACK, lacks: null },
    { name: 'Python', project: PYTHON_STACK, lacks: python },
  ])('in $name', async ({ project, lacks }, { skip }) => {
    skip(lacks !== null, lacks ?? '');
    const { rig, result } = await runHonest(project);
    expect(result).toMatchObject({ success: true, stop: null, failures: [] });
    expect(rig.git('rev-parse', 'main').trim()).toBe(result.landed);
  });

  it('into a module and a test file that are there already, and stay as they were', async () => {
    const oldCode = 'export const twice = (n: number): number => n * 2;\n';
    const oldTest = "it('doubles', () => {\n  expect(twice(2)).toBe(4);\n});\n";
    const head = "import { expect, it } from 'vitest';\nimport { twice } from '../src/stack.ts';\n\n";
    const tests = `${TESTS.replace('{ BoundedStack }', '{ BoundedStack, twice }')}\n${oldTest}`;
    const project: SampleProject = {
      ...TYPESCRIPT_STACK,
      files: { ...TYPESCRIPT_STACK.files, 'src/stack.ts': oldCode, 'test/stack.test.ts': head + oldTest },
      types: { ...TYPESCRIPT_STACK.types, files: { 'src/stack.ts': oldCode + TYPES } },
      tests: { ...TYPESCRIPT_STACK.tests, files: { 'test/stack.test.ts': tests } },
      impl: { ...TYPESCRIPT_STACK.impl, files: { 'src/stack.ts': oldCode + IMPL } },
    };
    const { rig, result } = await runHonest(project);
    expect(result).toMatchObject({ success: true, stop: null });
    expect(result.red.map(({ title }) => title)).not.toContain('doubles');
    const skeleton = rig.git('log', '--format=%H', '--grep=^skeleton:', 'main').trim();
    const stubbed = rig.git('show', `${skeleton}:src/stack.ts`);
    expect(stubbed).toContain('n * 2');
    expect(stubbed).toContain('throw new NotYetWritten("BoundedStack.push")');
  });
});
