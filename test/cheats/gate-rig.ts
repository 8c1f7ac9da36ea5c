import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EvidenceRef } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { Sandbox } from '#contracts/sandbox.ts';
import type { ToolSettings } from '#contracts/toolchain.ts';
import { challenge } from '#gates/challenge/challenge.ts';
import type { Examined } from '#gates/examined.ts';
import { workspaceMutantCopies } from '#gates/mutation/workspace-mutant-copies.ts';
import type { ProjectRunner, TreeRunner } from '#gates/tree-runner.ts';
import { workspaceTreeRunner } from '#gates/workspace-tree-runner.ts';
import { fileBlobs } from '#host/blob-store.ts';
import { systemClock } from '#host/clock.ts';
import { write } from '#host/testing/temp-folder.ts';
import { profileFor } from '#project/test-runners/profiles.ts';
import { makeCacheFolders } from '#sandbox/layers/cache-folders.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { toolchainMounts } from '#sandbox/toolchain-mounts.ts';
import { LocalWorkspaceStore } from '#workspace/store.ts';
import { commitAll, git } from '#workspace/testing/test-repository.ts';

/** A real repository with a real tree runner, and the sandbox that all of them share. */
export interface GateRig {
  readonly treeRunner: TreeRunner;
  readonly repository: string;
  readonly base: TreeHash;
  readonly store: LocalWorkspaceStore;
  readonly sandbox: Sandbox;
  read(evidence: EvidenceRef): Promise<unknown>;
  /** The challenge of a review, with as many mutants as are asked for. */
  examine(tree: TreeHash, mutants?: number): Promise<Examined>;
  close(): Promise<void>;
}

export type Files = Readonly<Record<string, string>>;

const own = join(import.meta.dirname, '../..');

/** What a JavaScript project finds as its node_modules: ours, read-only. */
const OWN_MODULES = join(own, 'node_modules');

export async function gateRig(
  files: Files,
  programs: readonly string[] = [],
  settings: ToolSettings = {},
  packages: string = OWN_MODULES,
): Promise<GateRig> {
  await makeCacheFolders(packages);
  const root = await mkdtemp(join(tmpdir(), 'assay-gates-'));
  const repository = join(root, 'project');
  write(repository, files);
  git(repository, 'init', '--quiet', '--initial-branch=main');
  commitAll(repository, 'first');
  const sandbox = await createSandbox({ folder: join(root, 'sandbox'), env: process.env });
  const store = new LocalWorkspaceStore({
    root: join(root, 'store'),
    path: process.env.PATH ?? '',
    clock: systemClock,
    sandbox,
  });
  const blobs = fileBlobs(join(root, 'blobs'));
  const handle = store.repository(repository);
  const base = await handle.treeOf(await handle.resolve('main'));
  const tools = await toolchainMounts([process.execPath, 'python3', ...programs], process.env);
  const javascript = Object.keys(files).includes('package.json');
  const mounts = ({ seenAt }: { seenAt: string }) =>
    javascript ? [{ from: packages, at: join(seenAt, 'node_modules') }] : [];
  const treeRunner = workspaceTreeRunner({
    repository: handle,
    sandbox,
    blobs,
    tools,
    mounts,
    settingsOf: async () => settings,
    reports: root,
  });
  const PATH = [...tools.path, '/usr/local/bin', '/usr/bin', '/bin'].join(':');
  const copies = (runner: ProjectRunner, tree: TreeHash) =>
    workspaceMutantCopies({
      ...{ sandbox, repository: handle, tree, adapter: profileFor(runner.runner), reports: root, env: { PATH } },
      root: runner.root,
      mounts: (checkout) => [...tools.mounts, ...mounts(checkout)],
    });
  return {
    examine: (tree, mutants = 40) =>
      challenge(
        { treeRunner, base, tree, copies, limits: { mutants, mutantsMs: 120_000 } },
        new AbortController().signal,
      ),
    treeRunner,
    repository,
    base,
    store,
    sandbox,
    read: async ({ blob }) => JSON.parse(new TextDecoder().decode(await blobs.get(blob))),
    close: () => rm(root, { recursive: true, force: true }),
  };
}

/** A tree like another, with some files changed; null takes one away. */
export const edited = (
  rig: GateRig,
  tree: TreeHash,
  files: Readonly<Record<string, string | null>>,
): Promise<TreeHash> => rig.treeRunner.write(tree, new Map(Object.entries(files)));
