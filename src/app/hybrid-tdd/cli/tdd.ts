import { readFile } from 'node:fs/promises';
import { projectTopOf } from '#attempts/open-project.ts';
import { AssayError, EXIT } from '#contracts/errors.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import { HYBRID_TDD } from '#contracts/workflow-names.ts';
import { readConfig } from '#project/config/read-config.ts';
import { nextSpec } from '#workflows/hybrid-tdd/next-spec.ts';
import type { HybridBegin } from '#workflows/hybrid-tdd/ports.ts';
import { specFrom, specToYaml } from '#workflows/hybrid-tdd/read-spec.ts';
import { chosenAgents } from '../../chosen-agents.ts';
import type { Cli, JsonOption } from '../../cli/context.ts';
import { findRunHere } from '../../cli/near-here.ts';
import { withRuns } from '../../open-runs.ts';
import { readTddRun } from '../read-result.ts';
import { runTdd } from './tdd-run.ts';

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
  return withRuns(cli.env, (runs) => runTdd(cli, runs, begin, { json: options.json ?? false }));
}

async function beginOf(
  cli: Cli,
  file: string,
  { strict, speculate, sequential, backend, model }: TddOptions,
): Promise<HybridBegin> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new AssayError('FILE_MISSING', `there is no spec at ${file}`, {
      next: 'Name a YAML, JSON or Markdown file.',
    });
  });
  const spec = specFrom(text, file);
  const repository = await projectTopOf(process.cwd(), cli.env);
  const { main = 'main' } = (await readConfig(repository)) ?? {};
  const strictness = strict ? { ...spec.strictness, mutationBlocking: true, requireCoverage: true } : spec.strictness;
  const mode = sequential ? 'sequential' : speculate ? 'speculative' : 'parallel';
  return { spec: { ...spec, strictness }, mode, main, repository, agents: chosenAgents({ backend, model }) };
}

/** The updated spec, on stdout. */
export async function tddNext(cli: Cli, wanted: string, { json }: JsonOption): Promise<number> {
  return withRuns(cli.env, async (runs) => {
    const { run, graph } = await findRunHere(cli, runs, wanted, isTdd);
    if (graph.name !== HYBRID_TDD)
      throw new AssayError('USAGE', `run ${run} is not a hybrid TDD run`, { next: '`assay runs` lists them.' });
    const { begin, result } = await readTddRun(runs, run);
    if (!result) throw new AssayError('USAGE', `run ${run} has no result yet`, { next: `assay runs resume ${run}` });
    const next = nextSpec(result, begin.spec);
    if (json) cli.screen.json(next);
    else cli.screen.outAsIs(specToYaml(next).trimEnd());
    return EXIT.done;
  });
}

const isTdd = ({ graph }: Pick<ListedRun, 'graph'>): boolean => graph.name === HYBRID_TDD;
