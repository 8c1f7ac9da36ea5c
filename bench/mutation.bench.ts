import type { MeasuredMutants } from '../src/gates/mutation/mutation-result.ts';
import { runMutants } from '../src/gates/mutation/run-mutants.ts';
import { CORPUS, type CorpusProject, filesOf } from '../test/mutation/corpus.ts';
import { openWorkshop, type Workshop } from '../test/mutation/project-copies.ts';
import { type BenchContext, type BenchRow, judge, skipped } from './lib/bench.ts';
import { median } from './lib/measure.ts';

export const name = 'mutation';
export const title = 'Mutation testing, compared with running the whole suite for each mutant';

const MUTANTS = 60;
const TARGET_SECONDS = 30;

export async function run(ctx: BenchContext): Promise<BenchRow[]> {
  await using shop = await openWorkshop();
  const rows: BenchRow[] = [];
  for (const project of CORPUS.filter(({ name: own }) => own === 'version-range' || own === 'expression')) {
    const lacks = shop.lacks(project.runner);
    rows.push(...(lacks === null ? await compared(ctx, shop, project) : [skipped(project.name, lacks)]));
  }
  return rows;
}

async function compared(ctx: BenchContext, shop: Workshop, project: CorpusProject): Promise<BenchRow[]> {
  const limit = ctx.quick ? 10 : MUTANTS;
  ctx.say(`${project.name}: the suite alone`);
  const whole = await suiteSeconds(shop, project, ctx.quick ? 2 : 5);
  ctx.say(`${project.name}: ${limit} mutants`);
  const result = await mutate(shop, project, limit);
  const seconds = result.durationMs / 1000;
  const tried = result.results.length;
  const label = `${project.name} (${project.runner}, ${result.baseline.tests} tests)`;
  const { killed, survived } = result.counts;
  const late = result.counts['timed-out'];
  return [
    { label: `${label}: the suite, once`, value: whole * 1000, unit: 'ms' },
    {
      label: `… ${tried} mutants, total`,
      value: seconds,
      unit: 's',
      ...(ctx.quick ? {} : judge(seconds, 'at most', TARGET_SECONDS)),
      note: `${killed} killed, ${late} by timeout, ${survived} survived, ${result.counts.invalid} invalid`,
    },
    { label: '… throughput', value: tried / seconds, unit: 'mutants/s' },
    {
      label: '… the whole suite for each, one after another',
      value: whole * tried,
      unit: 's',
      ratio: seconds / (whole * tried),
      note: 'ratio: Assay ÷ this',
    },
  ];
}

/** The whole suite in the same sandbox, nothing mutated. */
async function suiteSeconds(shop: Workshop, project: CorpusProject, times: number): Promise<number> {
  const copies = await shop.copies(filesOf(project), project.runner);
  try {
    const [slot] = await copies.open(1);
    const taken: number[] = [];
    for (let n = 0; slot && n < times; n += 1) {
      const started = performance.now();
      const { outcome } = await slot.run({ timeoutMs: 120_000, bail: false });
      if (outcome.type !== 'ran') throw new Error(JSON.stringify(outcome));
      taken.push((performance.now() - started) / 1000);
    }
    return median(taken);
  } finally {
    await copies.close();
  }
}

async function mutate(shop: Workshop, project: CorpusProject, limit: number): Promise<MeasuredMutants> {
  const copies = await shop.copies(filesOf(project), project.runner);
  const files = project.sources.map((path) => ({ path, language: project.language }));
  const result = await runMutants({ copies, files, limit });
  if (result.type !== 'measured') throw new Error(JSON.stringify(result));
  return result;
}
