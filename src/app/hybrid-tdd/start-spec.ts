import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { AssayError } from '#contracts/errors.ts';
import type { workRoutes } from '#contracts/http/work-routes.ts';
import type { RunId } from '#contracts/ids.ts';
import { startRun } from '#engine/drive/runs.ts';
import { readConfig } from '#project/config/read-config.ts';
import { HybridBegin } from '#workflows/hybrid-tdd/ports.ts';
import { specFrom } from '#workflows/hybrid-tdd/read-spec.ts';
import { chosenAgents } from '../chosen-agents.ts';
import type { WindowHost } from '../workflow.ts';
import { hybridTddRuntime } from './runtime.ts';

type SpecBody = z.output<(typeof workRoutes)['startSpec']['body']>;

/** Starts what `assay tdd SPEC` does, driven by this server. */
export async function startSpec({ runs, env, drives }: WindowHost, repository: string, work: SpecBody): Promise<RunId> {
  const spec = await specOf(repository, work.spec);
  const { main = 'main' } = (await readConfig(repository)) ?? {};
  const strictness = work.strict
    ? { ...spec.strictness, mutationBlocking: true, requireCoverage: true }
    : spec.strictness;
  const begin = { spec: { ...spec, strictness }, mode: work.mode, main, repository, agents: chosenAgents(work) };
  const runtime = await hybridTddRuntime(runs, begin, env);
  return drives.drive(runtime, (listener) =>
    startRun(runtime.deps, runtime.graph, {
      input: HybridBegin.parse(begin),
      title: `tdd ${spec.module}`,
      session: runtime.project.session,
      budget: work.budget,
      listener,
    }),
  );
}

/** Several lines are a spec; a single line is its path. */
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
