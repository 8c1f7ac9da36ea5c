import { filesToMutate } from '#gates/mutation/files-to-mutate.ts';
import type { MutantResult, MutationResult } from '#gates/mutation/mutation-result.ts';
import { runMutants } from '#gates/mutation/run-mutants.ts';
import { profileFor } from '#project/test-runners/profiles.ts';
import { blocks, suiteVerdict } from '../decide/mutation.ts';
import type { HybridContext } from '../hybrid-effects.ts';
import type { Merged } from '../ports.ts';
import type { Strictness } from '../spec.ts';
import type { MutationReport, Survivor } from '../state.ts';
import { type HybridParts, languageOf } from './parts.ts';

/** Mutants of the lines this run wrote, with the project's tests run on each. */
export async function mutate(
  { treeRunner, copies }: HybridParts,
  { job, merge }: Merged,
  { signal, say }: HybridContext,
): Promise<MutationReport> {
  const { spec, base } = job;
  const { tree } = merge.point;
  const { runner } = languageOf(spec);
  const options = { adapter: profileFor(runner), files: await treeRunner.list(tree) };
  const files = filesToMutate(await treeRunner.diff(base.tree, tree), options).filter(
    ({ path }) => path === spec.implPath,
  );
  const result = await runMutants({
    ...{ files, copies: copies(tree, runner), limit: spec.strictness.maxMutants, signal },
    onProgress: ({ done, total }) => say(`mutant ${done} of ${total}`),
  });
  if (result.type !== 'measured') return unmeasured(result);
  const { score, counts, survivors } = result;
  const tried = result.results.length - counts.invalid;
  const killed = counts.killed + counts['timed-out'];
  const summary = `${killed} of ${tried} mutants were noticed`;
  const evidence = [await treeRunner.keep('mutants', summary, tree, { counts, score, results: result.results })];
  return {
    ...{ type: 'measured', score, tried, killed, evidence, verdict: suiteVerdict(tried, survivors.length) },
    survivors: survivors.map((survivor) => survivorOf(survivor, spec.strictness)),
  };
}

const survivorOf = ({ mutant, outcome }: MutantResult, strictness: Strictness): Survivor => ({
  id: mutant.id,
  kind: mutant.kind,
  function: mutant.symbol,
  line: mutant.line,
  description: mutant.description,
  covered: outcome.state !== 'not-covered',
  blocks: blocks(mutant.kind, strictness),
});

function unmeasured(result: Exclude<MutationResult, { type: 'measured' }>): MutationReport {
  switch (result.type) {
    case 'nothing-to-mutate':
      return { type: 'nothing', why: result.why };
    case 'infrastructure':
      return { type: 'unmeasured', why: result.message, next: result.next };
    case 'stopped':
      return { type: 'unmeasured', why: 'it was stopped', next: 'Resume the run.' };
    default:
      return {
        type: 'unmeasured',
        why: `${result.type}: ${result.why}`,
        next: 'Make the tests steady, and run them on the sources.',
      };
  }
}
