import { AssayError } from '#contracts/errors.ts';
import { readConfig } from '#project/config/read-config.ts';
import { requireConfig, topOf } from '../project/open-project.ts';
import type { Runs } from '../runs.ts';
import { type Desk, openDesk } from './desk.ts';
import type { DeskOptions } from './desk-options.ts';
import { gatedPrBench } from './workbench.ts';

export interface DeskPlace extends Pick<DeskOptions, 'patienceMs' | 'elsewhere' | 'say'> {
  readonly runs: Runs;
  /** Anywhere inside the person's checkout. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A desk for the repository that a folder is in. Refuses, with what to do, where there is none or it is not set up. */
export async function deskAt({ runs, folder, env, ...more }: DeskPlace): Promise<Desk> {
  const repository = await topOf(folder, env);
  const { plan, main } = requireConfig({ repository, config: await readConfig(repository) });
  if (plan === undefined || main === undefined) {
    throw new AssayError(
      'CONFIG_INVALID',
      `the configuration names no ${plan === undefined ? 'plan' : 'main branch'}`,
      {
        next: 'A person runs `assay init --force` there.',
      },
    );
  }
  const { project, graph, graphs, deps, close } = await gatedPrBench(
    runs,
    { mode: 'connected', repository, plan, main },
    env,
  );
  const patienceMs = more.patienceMs ?? patienceOf(env);
  const patience = patienceMs === undefined ? {} : { patienceMs };
  const desk = openDesk({ runs, project, graph, graphs, deps, ...more, ...patience });
  return { ...desk, close: () => desk.close().finally(close) };
}

/** For clients that give up sooner than a minute. */
function patienceOf({ ASSAY_ANSWER_MS: text }: DeskPlace['env']): number | undefined {
  const ms = Number(text);
  return text !== undefined && Number.isFinite(ms) && ms > 0 ? ms : undefined;
}
