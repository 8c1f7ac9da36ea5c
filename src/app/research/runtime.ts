import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseBackend } from '#attempts/backends/choose-backend.ts';
import { syncHistory } from '#attempts/knowledge/sync-history.ts';
import { machineCalls } from '#attempts/sandboxes/machine-calls.ts';
import { recordedAttemptRunner } from '#attempts/transcripts/transcripts.ts';
import type { AttemptRunner } from '#contracts/agent.ts';
import { driverDeps } from '#engine/drive/driver-deps.ts';
import type { Runs } from '#engine/runs.ts';
import { redactor } from '#host/redact.ts';
import { readChanged } from '#knowledge/ingest/local-folder.ts';
import { openKnowledge } from '#knowledge/open-knowledge.ts';
import { readConfig } from '#project/config/read-config.ts';
import { research as researching } from '#sim/scenarios/research.ts';
import { startSim } from '#sim/server.ts';
import { researchGraph } from '#workflows/research/graph.ts';
import { REPLY_READER } from '#workflows/research/meaning.ts';
import type { Ask } from '#workflows/research/state.ts';
import { registered } from '../gated-pr/make-graph.ts';
import type { RunRuntime } from '../runtime-types.ts';
import type { Env } from '../workflow.ts';
import { retrievePassages } from './retrieve.ts';
import { searchWeb } from './search-web.ts';

export interface ResearchRuntime extends RunRuntime {
  readonly graph: ReturnType<typeof researchGraph>;
  readonly simulated: boolean;
  /** Throws, with a next step, where no model could answer: before a run is begun that would only fail. */
  requireModel(): Promise<void>;
}

/** What it takes to answer a question: a project's knowledge, and a model without any tools. */
export async function researchRuntime(
  runs: Runs,
  ask: Ask,
  env: Env,
  { simulator }: { readonly simulator?: string } = {},
): Promise<ResearchRuntime> {
  const config = await readConfig(ask.folder);
  const own = ask.simulated && simulator === undefined ? await startSim({ scenario: researching }) : undefined;
  const scratch = await mkdtemp(join(runs.home.cache, 'research-'));
  const sandbox = () => Promise.reject(new Error('a research agent runs no program'));
  const machine = { env, home: runs.home, folder: ask.folder, sandbox, calls: machineCalls(runs) };
  // Text is its only output: a program with tools of its own would see more than it is given.
  const wanted = { backend: 'native', model: ask.model, simulator: simulator ?? own?.url };
  const requireModel = async (): Promise<void> => {
    await chooseBackend('analyst', wanted, config ?? undefined, machine);
  };
  const plain: AttemptRunner = async function* (task, signal, allowance) {
    const who = task.agent === REPLY_READER ? { ...wanted, tier: 'fast' as const } : wanted;
    const { backend } = await chooseBackend(task.agent, who, config ?? undefined, machine);
    // Not even the loop's own tools: each would cost tokens in every call, and be denied.
    const without = { tools: [], mayUse: () => false, permit: denyAll };
    const nothing = { folder: scratch, readOnly: true, ...without, ...(allowance && { allowance }) };
    yield* backend.attempt(task, nothing, signal);
  };
  const attemptRunner = recordedAttemptRunner(plain, runs.home, redactor({}, env), () => runs.clock.now());
  const graph = researchGraph({
    retrieve: async (asked, queries, most) => {
      const knowledge = await openKnowledge(env, asked.folder);
      try {
        await knowledge.index();
        await readChanged(knowledge);
        await syncHistory(knowledge, runs);
        for (const query of queries) await knowledge.code.prepare(query);
        return retrievePassages(knowledge, asked, queries, most);
      } finally {
        knowledge.close();
      }
    },
    searchWeb: (queries, signal, say) => searchWeb({ home: runs.home, env, say }, queries, signal),
  });
  const graphs = registered(graph);
  const close = async (): Promise<void> => {
    await own?.close();
    await rm(scratch, { recursive: true, force: true });
  };
  const simulated = wanted.simulator !== undefined;
  return { graph, graphs, deps: driverDeps(runs, graphs, attemptRunner), simulated, requireModel, close };
}

const denyAll = async () =>
  ({
    type: 'deny',
    by: 'rule',
    error: { code: 'PERMISSION_DENIED', message: 'a research agent has no tools' },
  }) as const;
