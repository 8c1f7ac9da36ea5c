import { bundledDefinitions } from '#agents/definitions/bundled.ts';
import { findDefinitions } from '#agents/definitions/find-definitions.ts';
import { AssayError } from '#contracts/errors.ts';
import { RunId } from '#contracts/ids.ts';
import { RESEARCH_STAGES } from '#contracts/stages.ts';
import { RESEARCH } from '#contracts/workflow-names.ts';
import { findRun } from '#engine/find-run.ts';
import { eventsOf, type Runs } from '#engine/runs.ts';
import { findProject } from '#sessions/chat/find-project.ts';
import type { Depth } from '#workflows/research/depths.ts';
import { Ask, Report } from '#workflows/research/state.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The default agent, whose stages are used. */
export const RESEARCH_AGENT = 'research';

export interface ResearchWanted {
  readonly folder: string;
  readonly question: string;
  readonly depth?: Depth | undefined;
  readonly sources?: readonly string[] | undefined;
  readonly pauses?: boolean | undefined;
  readonly web?: boolean | undefined;
  readonly agent?: string | undefined;
  readonly model?: string | undefined;
  /** The run whose answer it follows up. */
  readonly follow?: string | undefined;
  readonly chat?: string | undefined;
  readonly simulated?: boolean | undefined;
}

/** A question as the input of a run: with the stages of the named agent, and the answer that it follows up. */
export async function newAsk(runs: Runs, env: Env, wanted: ResearchWanted): Promise<Ask> {
  const { follow, agent, ...rest } = wanted;
  const before = follow === undefined ? {} : await answerOf(runs, follow);
  const staged = agent === undefined || agent === RESEARCH_AGENT ? {} : await stagesOf(runs, env, wanted.folder, agent);
  return Ask.parse({ depth: 'standard', ...rest, ...before, ...staged });
}

/** Its own stages; the agent's prompt goes to every stage that a model fills in. */
async function stagesOf(
  runs: Runs,
  env: Env,
  from: string,
  name: string,
): Promise<Pick<Ask, 'stages' | 'agent'> & { model?: string }> {
  const { folder, project } = await findProject(from);
  const found = await findDefinitions({ folder, project, home: runs.home.root, person: env.HOME });
  const definition = found.agents.get(name) ?? (await bundledDefinitions()).agents.get(name);
  if (definition === undefined)
    throw new AssayError('CONFIG_INVALID', `there is no agent ${name}`, { next: '`assay agents` lists them.' });
  if (definition.stages === undefined)
    throw new AssayError('CONFIG_INVALID', `the agent ${name} defines no stages`, {
      next: `Write them into its head, such as: stages: [${RESEARCH_STAGES.map(({ stage }) => stage).join(', ')}]`,
    });
  return {
    ...{ stages: definition.stages, agent: { name, says: definition.instructions } },
    ...(definition.model === undefined ? {} : { model: definition.model }),
  };
}

/** The earlier answer that a question follows up. */
async function answerOf(runs: Runs, wanted: string): Promise<Pick<Ask, 'follows' | 'before'>> {
  const { run } = wanted === 'last' ? await lastResearch(runs) : await findRun(runs.store, wanted);
  const report = await reportOf(runs, RunId.parse(run));
  if (report === null)
    throw new AssayError('USAGE', `run ${run} is not a finished ${RESEARCH}`, {
      next: '`assay runs` lists the runs there are.',
    });
  const supported = report.sentences.filter(({ label }) => label === 'supported');
  const answer = supported.map(({ text }) => text).join(' ');
  return { follows: run, before: { question: report.question, answer, seen: report.seen } };
}

async function lastResearch(runs: Runs) {
  const found = (await runs.store.list()).find(
    ({ graph, status }) => graph.name === RESEARCH && status === 'completed',
  );
  if (found) return found;
  throw new AssayError('RUN_UNKNOWN', 'no research has ended yet', { next: '`assay research "…"` begins one.' });
}

/** The result of a research; null where it has not ended with an answer. */
export async function reportOf(runs: Runs, run: RunId): Promise<Report | null> {
  for (const event of await eventsOf(runs.store, run)) {
    if (event.type !== 'run.ended' || event.data.ending.status !== 'completed') continue;
    const { output } = event.data.ending;
    const value = 'inline' in output ? output.inline : 'blob' in output ? await blobOf(runs, output.blob) : null;
    return Report.safeParse(value).data ?? null;
  }
  return null;
}

const blobOf = async (runs: Runs, blob: Parameters<Runs['blobs']['get']>[0]): Promise<unknown> =>
  JSON.parse(Buffer.from(await runs.blobs.get(blob)).toString('utf8'));
