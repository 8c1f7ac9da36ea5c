import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Runs } from '#engine/runs.ts';
import { runProcess } from '#host/run-process.ts';
import type { Begin } from '#workflows/gated-pr/graph.ts';
import { loadProject } from '../examples.ts';
import type { RunRuntimeOptions } from '../runtime-types.ts';
import { type GatedPrRuntime, gatedPrRuntime } from './runtime.ts';

type Env = Readonly<Record<string, string | undefined>>;

export const GATED_EXAMPLE_TITLE = 'two PRs of a small library';

export interface GatedExample {
  readonly runtime: GatedPrRuntime;
  readonly begin: Begin;
  readonly title: string;
}

/** A new repository with a plan of two PRs, and everything a simulated engineer needs to drive them to merged. */
export async function gatedPrExample(runs: Runs, env: Env, options: RunRuntimeOptions): Promise<GatedExample> {
  const repository = await exampleRepository(runs, env.PATH ?? '');
  const begin: Begin = { mode: 'hosted', repository, plan: 'PLAN.md', main: 'main', simulated: 'gated-pr' };
  try {
    return { runtime: await gatedPrRuntime(runs, begin, env, options), begin, title: GATED_EXAMPLE_TITLE };
  } catch (thrown) {
    await rm(repository, { recursive: true, force: true });
    throw thrown;
  }
}

async function exampleRepository({ home }: Runs, path: string): Promise<string> {
  const parent = join(home.root, 'examples');
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(parent, 'gated-pr-'));
  for (const [file, text] of Object.entries(await loadProject('gated-pr'))) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  const env = {
    PATH: path,
    GIT_AUTHOR_NAME: 'Example',
    GIT_AUTHOR_EMAIL: 'example@localhost',
    GIT_COMMITTER_NAME: 'Example',
    GIT_COMMITTER_EMAIL: 'example@localhost',
    GIT_CONFIG_GLOBAL: '/dev/null',
  };
  for (const args of [
    ['init', '--quiet', '--initial-branch=main'],
    ['add', '--all'],
    ['commit', '--quiet', '--message', 'A small library, and a plan'],
  ]) {
    const done = await runProcess({ program: 'git', args, cwd: folder, env, timeoutMs: 30_000 });
    if (done.exitCode !== 0) throw new Error(`git ${args[0]}: ${done.stderr.text}`);
  }
  return folder;
}
