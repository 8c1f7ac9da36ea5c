import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMutants } from '#code/mutants/make-mutants.ts';
import type { LineRange } from '#code/mutants/mutant.ts';
import type { MeasuredMutants, MutationFile } from '#gates/mutation/mutation-result.ts';
import { runMutants } from '#gates/mutation/run-mutants.ts';
import { profileFor } from '#project/test-runners/profiles.ts';
import { CORPUS, type CorpusProject, filesOf, type Weakening } from './corpus.ts';
import { openWorkshop, type Workshop } from './project-copies.ts';
import { weaken } from './weaken.ts';

/** `ASSAY_MUTATION=full` tries every project, every weakening and many mutants; without it there is a taste of each language. */
const FULL = process.env.ASSAY_MUTATION === 'full';
const SMOKE = { projects: ['ttl-cache', 'ledger'], weakenings: 1, mutants: 6, whole: 10 };
const MUTANTS = FULL ? 14 : SMOKE.mutants;
const PATIENCE = 600_000;

let shop: Workshop;
beforeAll(async () => {
  shop = await openWorkshop();
});
afterAll(() => shop[Symbol.asyncDispose]());

async function measure(project: CorpusProject, files: Record<string, string>, mutated: MutationFile[], limit: number) {
  const copies = await shop.copies(files, project.runner);
  const result = await runMutants({ copies, files: mutated, limit });
  if (result.type !== 'measured') throw new Error(`${project.name}: ${JSON.stringify(result)}`);
  return result;
}

/** The suite with assertions taken out of the tests that match. */
async function weakened(project: CorpusProject, files: Record<string, string>, tests: RegExp) {
  const { isTestFile } = profileFor(project.runner);
  const changed = { ...files };
  for (const [path, text] of Object.entries(files))
    if (isTestFile(path)) changed[path] = await weaken(text, project.language, tests);
  expect(changed).not.toEqual(files);
  return changed;
}

async function linesOf(project: CorpusProject, files: Record<string, string>, { source, symbol }: Weakening) {
  const mutants = await makeMutants(files[source] ?? '', { language: project.language });
  const lines = mutants.filter((mutant) => mutant.symbol === symbol);
  expect(lines.length, `mutants in ${symbol}`).toBeGreaterThan(1);
  return lines.map(({ line }): LineRange => ({ first: line, last: line }));
}

const ids = ({ survivors }: MeasuredMutants): string[] => survivors.map(({ mutant }) => mutant.id);
const say = (text: string): void => void process.stderr.write(`${text}\n`);
const percent = (score: number | null): string => (score === null ? 'none' : `${(score * 100).toFixed(0)} %`);

const projects = CORPUS.filter(({ name }) => FULL || SMOKE.projects.includes(name));

describe.each(projects)('H6 $name: real mutants against its own $runner suite', (project) => {
  const files = filesOf(project);
  const weakenings = FULL ? project.weakenings : project.weakenings.slice(0, SMOKE.weakenings);

  it('finds the original strong', { timeout: PATIENCE }, async ({ skip }) => {
    const lacks = shop.lacks(project.runner);
    if (lacks !== null) return skip(lacks);
    const mutated = project.sources.map((path) => ({ path, language: project.language }));
    const result = await measure(project, files, mutated, FULL ? 60 : SMOKE.whole);
    const { counts, score, durationMs, results } = result;
    say(
      `${project.name}: score ${percent(score)} of ${results.length} mutants in ${(durationMs / 1000).toFixed(1)} s ${JSON.stringify(counts)}`,
    );
    for (const { mutant, file } of result.survivors)
      say(`  survived ${mutant.kind} ${file}:${mutant.line} ${mutant.description}`);
    expect(score).toBeGreaterThan(0.75);
    expect(counts.invalid).toBe(0);
    expect(result.unloaded).toEqual([]);
  });

  it.for(weakenings)(
    'finds it weak without the assertions of $tests: $symbol',
    { timeout: PATIENCE },
    async (weakening, { skip }) => {
      const lacks = shop.lacks(project.runner);
      if (lacks !== null) return skip(lacks);
      const { source, symbol, tests } = weakening;
      const mutated = [{ path: source, language: project.language, lines: await linesOf(project, files, weakening) }];
      const before = await measure(project, files, mutated, MUTANTS);
      const after = await measure(project, await weakened(project, files, tests), mutated, MUTANTS);
      say(`${project.name} without ${tests}: ${symbol} ${percent(before.score)} → ${percent(after.score)}`);

      const fresh = after.survivors.filter(({ mutant }) => !ids(before).includes(mutant.id));
      expect(fresh.length).toBeGreaterThan(0);
      expect(fresh.map(({ mutant }) => mutant.symbol)).toContain(symbol);
      expect(ids(after)).toEqual(expect.arrayContaining(ids(before)));
      expect(after.score).toBeLessThan(before.score ?? 0);
    },
  );
});
