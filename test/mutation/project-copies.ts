import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TreeHash } from '#contracts/ids.ts';
import { type WorkspaceMutantCopiesOptions, workspaceMutantCopies } from '#gates/mutation/workspace-mutant-copies.ts';
import { systemClock } from '#host/clock.ts';
import { runProcess } from '#host/run-process.ts';
import { profileFor } from '#project/test-runners/profiles.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { toolchainMounts } from '#sandbox/toolchain-mounts.ts';
import { LocalWorkspaceStore } from '#workspace/store.ts';
import { write } from './write-files.ts';

const ROOT = join(import.meta.dirname, '../..');
const PATH = process.env.PATH ?? '/usr/bin:/bin';

/** A place for workspaces and a sandbox; the projects of the corpus are put in it one after the other. */
export interface Workshop extends AsyncDisposable {
  /** Why tests of this runner cannot be run here; null when they can. */
  readonly lacks: (runner: string) => string | null;
  /** Copies of that project, its files as given. */
  readonly copies: (
    files: Readonly<Record<string, string>>,
    runner: string,
  ) => Promise<ReturnType<typeof workspaceMutantCopies>>;
}

export async function openWorkshop(): Promise<Workshop> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-mutation-'));
  const sandbox = await createSandbox({ folder: join(folder, 'sandbox'), env: process.env });
  const store = new LocalWorkspaceStore({ root: join(folder, 'store'), path: PATH, clock: systemClock, sandbox });
  const tools = await toolchainMounts(['node', 'python3'], process.env);
  const python = await hasPytest(folder);
  let count = 0;
  return {
    lacks: (runner) => {
      if (sandbox.ability.kind === 'none') return `no sandbox: ${sandbox.ability.why}`;
      return runner === 'pytest' && !python ? 'python3 has no pytest and hypothesis' : null;
    },
    copies: async (files, runner) => {
      count += 1;
      const repository = join(folder, `project-${count}`);
      const tree = await commit(repository, files);
      const workspace = await store.create({ name: `project-${count}`, repository });
      await workspace.close();
      const path = [...tools.path, '/usr/local/bin', '/usr/bin', '/bin'].join(':');
      const own: WorkspaceMutantCopiesOptions = {
        ...{ sandbox, repository: store.repository(repository), tree, adapter: profileFor(runner), reports: folder },
        mounts: (checkout) => [
          ...tools.mounts,
          ...(runner === 'vitest'
            ? [{ from: join(ROOT, 'node_modules'), at: join(checkout.path, 'node_modules') }]
            : []),
        ],
        env: { PATH: path },
      };
      return workspaceMutantCopies(own);
    },
    [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

async function hasPytest(cwd: string): Promise<boolean> {
  const args = ['-c', 'import pytest, hypothesis'];
  const found = await runProcess({ program: 'python3', args, cwd, env: process.env, timeoutMs: 20_000 });
  return found.exitCode === 0;
}

async function commit(repository: string, files: Readonly<Record<string, string>>): Promise<TreeHash> {
  write(repository, files);
  const env = { PATH, HOME: repository, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
  const git = async (...args: string[]): Promise<string> => {
    const named = ['-c', 'user.name=Person', '-c', 'user.email=person@localhost', ...args];
    const done = await runProcess({ program: 'git', args: named, cwd: repository, env });
    if (done.exitCode !== 0) throw new Error(`git ${args[0]}: ${done.stderr.text}`);
    return done.stdout.text.trim();
  };
  await git('init', '--quiet', '--initial-branch=main');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'all');
  return TreeHash.parse(await git('rev-parse', 'HEAD^{tree}'));
}
