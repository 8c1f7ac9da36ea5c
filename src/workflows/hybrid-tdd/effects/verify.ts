import type { Refusal } from '#contracts/gate.ts';
import { checkTests } from '#gates/claims/check-tests.ts';
import type { Coverage } from '#gates/claims/claimed-test.ts';
import { redOnSkeleton } from '#gates/claims/red-on-skeleton.ts';
import type { HybridContext, HybridEffects } from '../hybrid-effects.ts';
import type { Blind } from '../ports.ts';
import { type HybridParts, languageOf } from './parts.ts';
import { runnerFor } from './prepare.ts';

/** The tests on the skeleton itself, and the claims about them. */
export async function verifyStep(
  { treeRunner }: HybridParts,
  { job, design, skeleton, tests }: Pick<Blind, 'job' | 'design' | 'skeleton' | 'tests'>,
  { signal, say }: HybridContext,
): ReturnType<HybridEffects['verify']> {
  const { spec } = job;
  const { testPath, implPath } = spec;
  const { source: language, sentinel, isModule, isProperty, returning } = languageOf(spec);
  // The skeleton and the test file: other files of the agent are not in it.
  const tree = await treeRunner.overlay(skeleton.point.tree, tests.tree, [testPath]);
  const { problems, coverage, kept } = await checkTests(treeRunner, {
    ...{ before: job.base.tree, tree, testPath, implPath, language, sentinel: sentinel.name, isProperty },
    isModule: (imported) => isModule(imported, testPath, implPath),
    claimed: tests.claim.tests.map(({ kind, ...test }) => ({ ...test, isProperty: kind === 'property' })),
    wanted: design.claim.functions.map(({ name, properties, examples }) => ({
      ...{ name, examples: examples.length, sketches: properties.map((sketch) => sketch.name) },
    })),
  });
  // The runner of main: a submitted tree does not choose how it is measured.
  const runner = runnerFor(spec, await treeRunner.runners(job.base.tree));
  if (!runner) return unmeasured({ code: 'NO_RUNNER', message: `no runner for ${testPath}`, next: 'Set one up.' });
  say('runs the tests on the skeleton');
  const stubs = returning((await treeRunner.read(skeleton.point.tree, implPath)) ?? '');
  const order = { tree, runner, testPath, implPath, sentinel: sentinel.name, returning: stubs, kept };
  const found = await redOnSkeleton(treeRunner, order, signal);
  if (found.type === 'unmeasured') return unmeasured(found.reason);
  const gaps = spec.strictness.requireCoverage ? uncovered(coverage, testPath) : [];
  const all = [...problems, ...found.problems, ...gaps];
  if (all.length > 0) return { type: 'refused', problems: all };
  const evidence = [...found.evidence];
  const plain = {
    functions: { covered: [...coverage.functions.covered], uncovered: [...coverage.functions.uncovered] },
    sketches: { covered: [...coverage.sketches.covered], uncovered: [...coverage.sketches.uncovered] },
    examples: { covered: coverage.examples.covered, uncovered: [...coverage.examples.uncovered] },
  };
  return { type: 'verified', verification: { red: [...found.red], coverage: plain, evidence } };
}

const unmeasured = (reason: Refusal) => ({ type: 'unmeasured' as const, reason });

function uncovered({ functions, sketches }: Coverage, file: string): Refusal[] {
  const gap = (what: string, names: readonly string[]): Refusal[] =>
    names.length === 0
      ? []
      : [
          {
            code: 'COVERAGE_MISSING',
            message: `no test that calls what it claims covers the ${what} ${names.join(', ')}`,
            next: 'Write them, and claim them by name; a sketch needs a property test.',
            file,
          },
        ];
  return [...gap('functions', functions.uncovered), ...gap('property sketches', sketches.uncovered)];
}
