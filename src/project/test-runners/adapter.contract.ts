import { expect, it } from 'vitest';
import type { TestCase, TestEvidence } from '#contracts/test-run.ts';
import { type Scenario, type Shape, scenariosOf } from './fixtures/shapes.ts';

/** The result of one scenario, recorded or live. */
export type Ran = Pick<TestEvidence, 'outcome' | 'tests'>;

/** The same small project must give the same structured outcome under every runner. */
export function describeAdapter(shape: Shape, run: (scenario: Scenario) => Promise<Ran>): void {
  const { told, title, suites, adapter } = shape;
  const named = (tests: readonly TestCase[], name: string): TestCase => {
    const found = tests.find((test) => test.title === title(name) || test.title === name);
    if (!found) throw new Error(`no test "${title(name)}" among ${tests.map(({ id }) => id).join(', ')}`);
    return found;
  };
  const words = adapter.runner === 'go test' ? (name: string) => name : (name: string) => name;

  it('distinguishes passed, failed, skipped and todo, by name', async () => {
    const { outcome, tests } = await run('mixed');
    expect(outcome).toEqual({ type: 'ran' });
    expect(named(tests, 'passes')).toMatchObject({ file: told('mixed'), suites, state: 'passed' });
    expect(named(tests, 'passes')).not.toHaveProperty('failure');
    if (shape.skipped !== false) expect(named(tests, words('is_skipped'))).toMatchObject({ state: 'skipped' });
    if (shape.todo) expect(named(tests, 'is_todo')).toMatchObject({ state: 'todo' });
    expect(new Set(tests.map(({ id }) => id)).size).toBe(tests.length);
    expect(named(tests, 'passes').id).toBe([told('mixed'), ...suites, title('passes')].join(' > '));
    expect(tests.filter(({ state }) => state === 'failed')).toHaveLength(shape.compiled ? 2 : 3);
  });

  it('reports a failed assertion: expected, actual, and where', async () => {
    const { tests } = await run('mixed');
    const { state, failure } = named(tests, 'is_wrong');
    expect(state).toBe('failed');
    expect(failure).toMatchObject({ kind: 'assertion', expected: '2', actual: '3', line: shape.lines[0] });
    expect(failure?.file).toContain('mixed');
    expect(failure?.message).not.toBe('');
  });

  it('distinguishes an exception from an assertion', async () => {
    const { tests } = await run('mixed');
    const { state, failure } = named(tests, 'throws');
    expect(state).toBe('failed');
    expect(failure).toMatchObject({ kind: 'exception', line: shape.lines[1] });
    expect(failure?.message).toContain('out of stock');
  });

  it('recognises a missing symbol', async () => {
    if (shape.compiled) {
      const { outcome } = await run('lacks');
      expect(outcome).toMatchObject({ type: 'broken', kind: 'missing-symbol', failures: [{ kind: 'missing-symbol' }] });
      expect(outcome).toMatchObject({ message: expect.stringContaining('discount') });
      return;
    }
    const { tests } = await run('mixed');
    const { state, failure } = named(tests, 'lacks');
    expect(state).toBe('failed');
    expect(failure).toMatchObject({ kind: 'missing-symbol', message: expect.stringContaining('discount') });
  });

  it('runs one test by its name', async () => {
    const { outcome, tests } = await run('one');
    expect(outcome).toEqual({ type: 'ran' });
    const ran = tests.filter(({ state }) => state === 'passed' || state === 'failed');
    expect(ran.map((test) => test.title)).toContain(title('passes'));
    expect(ran.filter((test) => test.title !== suites[0])).toHaveLength(1);
  });

  it('says that a name ran no test', async () => {
    const { outcome } = await run('nobody');
    expect(outcome.type).toBe('no-tests');
  });

  it.each([
    ['syntax', 'syntax'],
    ['unresolved', 'missing-symbol'],
  ] as const)('of a file that does not load says so: %s', async (scenario, kind) => {
    const { outcome } = await run(scenario);
    expect(outcome).toMatchObject({ type: 'broken', kind });
    expect(JSON.stringify(outcome)).toContain(told(scenario));
  });

  it('reports that there are no tests', async () => {
    const { outcome, tests } = await run('empty');
    expect(outcome).toMatchObject({ type: 'no-tests', why: expect.stringMatching(/\S/) });
    expect(tests).toEqual([]);
  });

  it('says that a run hung', async () => {
    const { outcome } = await run('hang');
    expect(outcome).toMatchObject({ type: 'broken', kind: 'time-out' });
  });

  it('recognises a green run', async () => {
    const { outcome, tests } = await run('green');
    expect(outcome).toEqual({ type: 'ran' });
    expect(tests.map(({ state, title: name }) => [name, state])).toMatchObject([
      [expect.stringMatching(/holds/i), 'passed'],
    ]);
  });

  it('never reads a run as green if its code exited early', async () => {
    const { outcome, tests } = await run('exits');
    const isGreen = outcome.type === 'ran' && tests.every(({ state }) => state === 'passed');
    expect(isGreen).toBe(false);
    if (outcome.type === 'ran') expect(tests.map(({ failure }) => failure?.kind)).toContain('crash');
  });

  const property = scenariosOf(shape).includes('property');
  const none = property ? '' : ' (skipped: no property tests for this runner here)';
  it.runIf(property)(`reports the counterexample of a property${none}`, async () => {
    const { outcome, tests } = await run('property');
    expect(outcome).toEqual({ type: 'ran' });
    expect(tests[0]?.failure).toMatchObject({ kind: 'assertion', counterexample: expect.stringContaining('10') });
  });

  it.runIf(shape.uncaught)(
    'attributes an error to the test that caused it, even after that test returned',
    async () => {
      const { outcome, tests } = await run('uncaught');
      expect(outcome).toEqual({ type: 'ran' });
      expect(named(tests, 'is_first')).toMatchObject({ state: 'passed' });
      expect(named(tests, 'throws_later').failure).toMatchObject({
        kind: 'exception',
        message: 'out of stock',
        line: 5,
      });
    },
  );
}
