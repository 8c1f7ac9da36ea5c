import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { requireConfig } from '#attempts/open-project.ts';
import { AssayError } from '#contracts/errors.ts';
import type { RunId } from '#contracts/ids.ts';
import type { Budget } from '#contracts/usage.ts';
import { startRun } from '#engine/drive/runs.ts';
import { readConfig } from '#project/config/read-config.ts';
import { HybridBegin as TddBegin } from '#workflows/hybrid-tdd/ports.ts';
import { specFrom } from '#workflows/hybrid-tdd/read-spec.ts';
import { checkPlan } from '../../gated-pr/look-first.ts';
import { planTitle } from '../../gated-pr/plan-title.ts';
import { refuseSecondRun } from '../../gated-pr/refuse-second-run.ts';
import { gatedPrRuntime } from '../../gated-pr/runtime.ts';
import { hybridTddRuntime } from '../../hybrid-tdd/runtime.ts';
import type { ServerContext } from '../server-context.ts';
import { repositoryAt } from './look-at-folder.ts';

interface Who {
  readonly backend?: string | undefined;
  readonly model?: string | undefined;
}

const agentsOf = ({ backend, model }: Who) => ({ ...(backend ? { backend } : {}), ...(model ? { model } : {}) });

export interface PlanWork extends Who {
  readonly folder: string;
  readonly plan: string;
  readonly budget: Budget;
  readonly approveDrafts: boolean;
}

/** Starts what `assay run PLAN` does, driven by this server. */
export async function startPlan({ runs, env, drives }: ServerContext, work: PlanWork): Promise<RunId> {
  const repository = await repositoryAt(work.folder, env);
  const config = requireConfig(await readConfig(repository), repository);
  if (config.main === undefined) {
    throw new AssayError('CONFIG_INVALID', 'no main branch is named', { next: '`assay init --main …`' });
  }
  const plan = work.plan.replace(/^\.\//, '');
  const begin = {
    ...{ mode: 'hosted' as const, repository, plan, main: config.main },
    ...{ agents: agentsOf(work), approvesDrafts: work.approveDrafts },
  };
  const thresholds = config.thresholds ? { thresholds: config.thresholds } : {};
  const runtime = await gatedPrRuntime(runs, begin, env);
  try {
    await refuseSecondRun(runs, runtime.project);
    await checkPlan(runtime.project, begin);
  } catch (thrown) {
    await runtime.close();
    throw thrown;
  }
  return drives.drive(runtime, (listener) =>
    startRun(runtime.deps, runtime.graph, {
      input: { ...begin, ...thresholds },
      title: planTitle(repository, plan),
      session: runtime.project.session,
      budget: { ...config.budget, ...work.budget },
      listener,
    }),
  );
}

export interface SpecWork extends Who {
  readonly folder: string;
  readonly spec: string;
  readonly mode: 'parallel' | 'speculative' | 'sequential';
  readonly strict: boolean;
  readonly budget: Budget;
}

/** Starts what `assay tdd SPEC` does, driven by this server. */
export async function startSpec({ runs, env, drives }: ServerContext, work: SpecWork): Promise<RunId> {
  const repository = await repositoryAt(work.folder, env);
  const spec = await specOf(repository, work.spec);
  const { main = 'main' } = (await readConfig(repository)) ?? {};
  const strictness = work.strict
    ? { ...spec.strictness, mutationBlocking: true, requireCoverage: true }
    : spec.strictness;
  const begin = { spec: { ...spec, strictness }, mode: work.mode, main, repository, agents: agentsOf(work) };
  const runtime = await hybridTddRuntime(runs, begin, env);
  return drives.drive(runtime, (listener) =>
    startRun(runtime.deps, runtime.graph, {
      input: TddBegin.parse(begin),
      title: `tdd ${spec.module}`,
      session: runtime.project.session,
      budget: work.budget,
      listener,
    }),
  );
}

/** Several lines are a spec; one is where it lies. */
async function specOf(repository: string, text: string) {
  if (text.includes('\n')) return specFrom(text, 'what was written');
  const path = text.trim().replace(/^\.\//, '');
  if (path.startsWith('/') || path.split('/').includes('..')) {
    throw new AssayError('FILE_MISSING', `${path} is not in the repository`, { next: 'Name a file of it.' });
  }
  const found = await readFile(join(repository, path), 'utf8').catch(() => null);
  if (found !== null) return specFrom(found, path);
  throw new AssayError('FILE_MISSING', `there is no spec at ${path}`, {
    next: 'Name a YAML, JSON or Markdown file of the repository, or write the spec itself.',
  });
}
