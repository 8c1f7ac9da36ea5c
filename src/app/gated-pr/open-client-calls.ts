import { projectTopOf, requireConfig } from '#attempts/open-project.ts';
import { AssayError } from '#contracts/errors.ts';
import type { Runs } from '#engine/runs.ts';
import { readConfig } from '#project/config/read-config.ts';
import { type ClientCalls, openClientCalls } from './client-calls.ts';
import type { ClientCallsOptions } from './client-calls-options.ts';
import { gatedPrRuntime } from './runtime.ts';

export interface ClientCallsFolder extends Pick<ClientCallsOptions, 'patienceMs' | 'elsewhere' | 'say'> {
  readonly runs: Runs;
  /** Anywhere inside the person's checkout. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Client calls for the repository that a folder is in. Refuses, with a next step, where there is none or it is not set
 * up.
 */
export async function clientCallsAt({ runs, folder, env, ...more }: ClientCallsFolder): Promise<ClientCalls> {
  const repository = await projectTopOf(folder, env);
  const { plan, main } = requireConfig(await readConfig(repository), repository);
  if (plan === undefined || main === undefined) {
    throw new AssayError(
      'CONFIG_INVALID',
      `the configuration names no ${plan === undefined ? 'plan' : 'main branch'}`,
      {
        next: 'A person runs `assay init --force` there.',
      },
    );
  }
  const { project, graph, graphs, deps, close } = await gatedPrRuntime(
    runs,
    { mode: 'connected', repository, plan, main },
    env,
  );
  const patienceMs = more.patienceMs ?? patienceOf(env);
  const patience = patienceMs === undefined ? {} : { patienceMs };
  const clientCalls = openClientCalls({ runs, project, graph, graphs, deps, ...more, ...patience });
  return { ...clientCalls, close: () => clientCalls.close().finally(close) };
}

/** For clients that give up before a minute. */
function patienceOf({ ASSAY_ANSWER_MS: text }: ClientCallsFolder['env']): number | undefined {
  const ms = Number(text);
  return text !== undefined && Number.isFinite(ms) && ms > 0 ? ms : undefined;
}
