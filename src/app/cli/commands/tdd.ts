import { readFile } from 'node:fs/promises';
import { AssayError, EXIT } from '#contracts/errors.ts';
import { HYBRID_TDD } from '#contracts/workflow-names.ts';
import { startRun } from '#engine/drive/runs.ts';
import { fromLog } from '#engine/payloads.ts';
import { EMPTY } from '#engine/step/state.ts';
import { nextSpec } from '#workflows/hybrid-tdd/next-spec.ts';
import { Begin } from '#workflows/hybrid-tdd/ports.ts';
import { specFrom, specToYaml } from '#workflows/hybrid-tdd/read-spec.ts';
import { HybridResult } from '#workflows/hybrid-tdd/result.ts';
import { readConfig } from '#workspace/config/read-config.ts';
import { findRun } from '../../find-run.ts';
import { hybridBench } from '../../hybrid-tdd/workbench.ts';
import { topOf } from '../../project/open-project.ts';
import { type Runs, withRuns } from '../../runs.ts';
import type { Cli, JsonOption } from '../context.ts';
import { drive, reportDrive } from '../drive.ts';
import type { Screen } from '../screen.ts';

export interface TddOptions extends JsonOption {
  readonly strict?: boolean;
  readonly speculate?: boolean;
  readonly sequential?: boolean;
  readonly backend?: string;
  readonly model?: string;
}

/** Drives a spec to merged code, or to the reason why not. */
export async function tdd(cli: Cli, file: string | undefined, options: TddOptions): Promise<number> {
  if (file === undefined)
    throw new AssayError('USAGE', 'no spec is named', { next: 'assay tdd SPEC; `assay tdd --help` shows one.' });
  const begin = await beginOf(cli, file, options);
  return withRuns(cli.env, async (runs) => {
    const bench = await hybridBench(runs, begin, cli.env);
    try {
      const json = options.json ?? false;
      const driven = await drive(cli.screen, runs, { json }, (listener) =>
        startRun(bench.deps, bench.graph, {
          input: Begin.parse(begin),
          title: `tdd ${begin.spec.module}`,
          session: bench.project.session,
          listener,
        }),
      );
      if (driven.result.status !== 'completed') return reportDrive(cli.screen, driven, json);
      const result = HybridResult.parse(driven.result.output);
      if (json) cli.screen.json({ run: driven.run, ...result });
      else for (const line of summary(cli.screen, driven.run, result)) cli.screen.out(line);
      return result.success ? EXIT.done : EXIT.failed;
    } finally {
      await bench.close();
    }
  });
}

async function beginOf(
  cli: Cli,
  file: string,
  { strict, speculate, sequential, backend, model }: TddOptions,
): Promise<Begin> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new AssayError('FILE_MISSING', `there is no spec at ${file}`, {
      next: 'Name a YAML, JSON or Markdown file.',
    });
  });
  const spec = specFrom(text, file);
  const repository = await topOf(process.cwd(), cli.env);
  const { main = 'main' } = (await readConfig(repository)) ?? {};
  const strictness = strict ? { ...spec.strictness, mutationBlocking: true, requireCoverage: true } : spec.strictness;
  const agents = { ...(backend === undefined ? {} : { backend }), ...(model === undefined ? {} : { model }) };
  const mode = sequential ? 'sequential' : speculate ? 'speculative' : 'parallel';
  return { spec: { ...spec, strictness }, mode, main, repository, agents };
}

function summary({ paint }: Screen, run: string, result: HybridResult): string[] {
  const { success, landed, kept, stop, red, mutation, next } = result;
  return [
    success
      ? paint('green', `✓ landed ${landed?.slice(0, 12) ?? ''}`)
      : paint('red', `✗ ${stop ? JSON.stringify(stop) : 'no success'}`),
    ...(kept === null ? [] : [`  work that did not land is kept at ${kept}`]),
    `  ${red.length} tests were red on the skeleton`,
    ...(mutation ? [`  mutants: ${JSON.stringify(mutation).slice(0, 200)}`] : []),
    ...(next.length > 0 ? [`  ${next.length} work items are left: assay tdd next ${run}`] : []),
  ];
}

/** The updated spec, on stdout. */
export async function tddNext(cli: Cli, wanted: string): Promise<number> {
  return withRuns(cli.env, async (runs) => {
    const { run, graph } = await findRun(runs.store, wanted);
    if (graph.name !== HYBRID_TDD)
      throw new AssayError('USAGE', `run ${run} is no hybrid TDD run`, { next: '`assay runs` lists them.' });
    const { begin, result } = await readRun(runs, run);
    if (!result) throw new AssayError('USAGE', `run ${run} has no result yet`, { next: `assay resume ${run}` });
    cli.screen.out(specToYaml(nextSpec(result, begin.spec)).trimEnd());
    return EXIT.done;
  });
}

async function readRun({ store, blobs }: Runs, run: Parameters<Runs['store']['read']>[0]) {
  let begin: ReturnType<typeof Begin.parse> | null = null;
  let result: HybridResult | null = null;
  for await (const event of store.read(run)) {
    if (event.type === 'run.created') begin = Begin.parse(await fromLog(event.data.input, EMPTY, blobs));
    if (event.type === 'run.ended' && event.data.ending.status === 'completed') {
      result = HybridResult.parse(await fromLog(event.data.ending.output, EMPTY, blobs));
    }
  }
  if (!begin) throw new AssayError('EVENT_INVALID', `the log of run ${run} does not begin with its creation`);
  return { begin, result };
}
