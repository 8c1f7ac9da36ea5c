import { join } from 'node:path';
import type { BlobStore } from '#contracts/blobs.ts';
import type { Command, ExecResult } from '#contracts/exec.ts';
import type { EvidenceRef } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { toJson } from '#contracts/json.ts';
import type { TreeEdit } from '#contracts/repository.ts';
import type { Mount, Sandbox, SandboxAbility, SandboxPolicy } from '#contracts/sandbox.ts';
import type { TestEvidence } from '#contracts/test-run.ts';
import type { ToolSettings } from '#contracts/toolchain.ts';
import type { Checkout, Repository } from '#contracts/workspace.ts';
import { watchReads } from '#host/watch-reads.ts';
import { localReports } from '#project/test-runners/local-reports.ts';
import { profileFor } from '#project/test-runners/profiles.ts';
import { runTests } from '#project/test-runners/run-tests.ts';
import { folderView } from '#project/toolchain/folder-view.ts';
import { cacheMounts, cacheVariables } from '#sandbox/layers/cache-folders.ts';
import { SANDBOX_LIMITS } from '#workspace/store-options.ts';
import { checkoutPool } from './checkout-pool.ts';
import { canWriteInto, writeInto } from './edited-checkout.ts';
import { idleUnits } from './ledger/idle-units.ts';
import { MainTime, timeLimit, timeOnMain } from './ledger/time-limit.ts';
import { type MeasurementMemory, memoryInProcess } from './measurement-memory.ts';
import { openChannel } from './open-channel.ts';
import { programFolders } from './program-folders.ts';
import { afterSetup, shellLine } from './runners/after-setup.ts';
import { builtTests } from './runners/built-tests.ts';
import { findRunners } from './runners/find-runners.ts';
import { unitEnv } from './runners/unit-env.ts';
import { withServices } from './services/with-services.ts';
import { fillSiblings } from './sibling-output.ts';
import { summaryOf } from './test-summary.ts';
import { treeReader } from './tree-reader.ts';
import type { Channel, Measured, ProjectRunner, TestOrder, TreeRunner } from './tree-runner.ts';

export interface WorkspaceTreeRunnerOptions {
  readonly repository: Repository;
  readonly sandbox: Sandbox;
  readonly blobs: BlobStore;
  /** The tool chain: programs outside /usr that tests need, and where they are found inside. */
  readonly tools: {
    readonly mounts: readonly Mount[];
    readonly path: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  };
  /** In addition to the dependency layers of the checkout. */
  readonly mounts?: (checkout: Checkout) => readonly Mount[];
  /** The tool settings in a tree's `.assay/config.json`. */
  readonly settingsOf: (tree: TreeHash) => Promise<ToolSettings>;
  /** A folder of ours for the reports. */
  readonly reports: string;
  /** Where measurements of this project are stored between processes; default: in this process only. */
  readonly memory?: MeasurementMemory;
}

/** A tree runner on real checkouts, in the sandbox, with the network off. */
export function workspaceTreeRunner(options: WorkspaceTreeRunnerOptions): TreeRunner {
  const { repository, blobs } = options;
  const known = new Map<TreeHash, Promise<readonly ProjectRunner[]>>();
  const trees = treeReader(options);
  const pool = checkoutPool(options);
  const memory = options.memory ?? memoryInProcess();
  const keep: TreeRunner['keep'] = async (kind, summary, tree, details) => {
    const blob = await blobs.put(JSON.stringify(toJson(details, 'evidence')));
    return { kind, summary, tree, blob };
  };

  const write: TreeRunner['write'] = (tree, edits) =>
    repository.editTree(tree, new Map([...edits].map(([path, text]) => [path, textEdit(text)])));
  /** An order for an existing tree: only what cannot be written into its checkout is made a tree of its own. */
  const placed = async (order: TestOrder): Promise<TestOrder> => {
    const { edits, tree, of = tree, ...rest } = order;
    if (!edits || edits.size === 0) return { ...rest, tree, of };
    if (canWriteInto(await trees.list(tree), edits)) return { ...rest, tree, of, edits };
    return { ...rest, tree: await write(tree, edits), of };
  };

  return {
    keep,
    commitHook: (name) => repository.commitHook(name),
    recall: memory.recall,
    remember: memory.remember,
    ...trees,
    warm: pool.warm,
    cool: pool.cool,
    write,
    overlay: (tree, from, paths) =>
      repository.editTree(tree, new Map(paths.map((path) => [path, { type: 'as-in', tree: from }]))),
    runners: async (tree) => {
      const found =
        known.get(tree) ??
        pool.prepare(tree, async ({ path }) => findRunners(folderView(path), await options.settingsOf(tree)));
      known.set(tree, found);
      // A failure is not kept: the next call tries again.
      found.catch(() => known.delete(tree));
      const idle = await idleUnits(memory, tree);
      return (await found).filter(
        ({ runner, root }) => !idle.some((each) => each.runner === runner && each.root === root),
      );
    },
    test: async (asked, signal) => {
      const timeoutMs = asked.timeoutMs ?? (await limitOf(memory, asked.runner));
      const order = { ...(await placed(asked)), timeoutMs };
      const { value, heard } = await listening(options, order.channel, (mounts) =>
        pool.use(
          order.tree,
          async (checkout) => {
            const paths = await trees.list(order.tree);
            if (order.edits) await writeInto(checkout.path, order.edits);
            const watch = order.reads ? await watchReads(checkout.path, order.reads) : null;
            const run = await testIn(options, checkout, order, { mounts: await mounts, paths }, signal);
            return { run, ...(watch ? { read: await watch.end() } : {}) };
          },
          signal,
        ),
      );
      const { run, ...read } = value;
      const evidence = await keep('tests', summaryOf(run), order.of ?? order.tree, run);
      return { ...measured(run, evidence), ...heard, ...read };
    },
    run: async (tree, command, signal, channel) => {
      const told = { ...command, env: { ...command.env, ...channel?.env } };
      const { value, heard } = await listening(options, channel, (mounts) =>
        pool.use(
          tree,
          async (checkout) => execIn(options, checkout, { readOnly: await mounts, isCheck: !channel }, told, signal),
          signal,
        ),
      );
      const line = [command.program, ...(command.args ?? [])].join(' ');
      const evidence = await keep('command', `${line}: ${endOf(value)}`, tree, { command: line, ...value });
      return { ...measured(value, evidence), ...heard };
    },
  };
}

const measured = <T>(value: T, evidence: EvidenceRef): Measured<T> => ({ value, evidence });

/** With a channel, if requested: opened while the checkout is made, read to its end after the run. */
async function listening<T>(
  { reports }: WorkspaceTreeRunnerOptions,
  channel: Channel | undefined,
  run: (mounts: Promise<readonly Mount[]>) => Promise<T>,
): Promise<{ value: T; heard: { heard?: string | null } }> {
  if (!channel) return { value: await run(Promise.resolve([])), heard: {} };
  const opening = openChannel(channel, reports);
  const { program } = channel;
  const mounts = opening.then(({ mount }) => [mount, ...(program ? [{ from: program, at: program }] : [])]);
  mounts.catch(() => {}); // the run gets it, if it comes that far
  try {
    const value = await run(mounts);
    return { value, heard: { heard: await (await opening).hear() } };
  } finally {
    await (await opening.catch(() => null))?.[Symbol.asyncDispose]();
  }
}

const textEdit = (text: string | null): TreeEdit => (text === null ? { type: 'remove' } : { type: 'text', text });

const endOf = ({ outcome, exitCode }: ExecResult): string => (outcome === 'exited' ? `exit code ${exitCode}` : outcome);

async function testIn(
  options: WorkspaceTreeRunnerOptions,
  checkout: Checkout,
  { runner, select, expected, timeoutMs, tree, of = tree, edits, channel }: TestOrder & { readonly timeoutMs: number },
  { mounts: readOnly, paths }: { readonly mounts: readonly Mount[]; readonly paths: readonly string[] },
  signal?: AbortSignal,
): Promise<TestEvidence> {
  const root = join(checkout.seenAt, runner.root);
  await using place = await localReports(join(checkout.path, runner.root), options.reports);
  const shared = [{ from: place.path, at: place.path }];
  const env = unitEnv(runner, root);
  const notes = await fillSiblings(
    {
      ...options,
      folder: options.reports,
      exec: (on, around, command, abort) => execIn(options, on, around, command, abort),
    },
    checkout,
    { tree, siblings: runner.siblings ?? [], ...(edits ? { edits } : {}) },
    signal,
  );
  const { setup } = runner;
  const line = setup === undefined ? null : shellLine(setup, timeoutMs);
  const built =
    line && (await execIn(options, checkout, {}, { ...line, cwd: root, env: { ...env, ...line.env } }, signal));
  const made = builtTests(runner, paths);
  const served = withServices(runner.services ?? [], (command, abort) => {
    const told = withPaths({ ...env, ...command.env }, channel?.env);
    return execIn(options, checkout, { writable: shared, readOnly }, { ...command, cwd: root, env: told }, abort);
  });
  const value = await runTests({
    adapter: profileFor(runner.runner),
    place,
    tree: of,
    blobs: options.blobs,
    request: {
      select: made?.select(select) ?? select,
      root,
      timeoutMs,
      start: runner.start,
      ...(runner.launch ? { launch: runner.launch } : {}),
    },
    exec: served.exec,
    ...(expected && !made ? { expected: { tests: expected } } : {}),
    ...(signal ? { signal } : {}),
  });
  return {
    ...served.settle(afterSetup(made ? { ...value, tests: made.written(value.tests) } : value, setup ?? '', built)),
    ...notesOf(options, checkout, notes),
  };
}

/** Ours comes first, and removes nothing of the project's. */
function withPaths(theirs: Readonly<Record<string, string>>, ours: Readonly<Record<string, string>> = {}) {
  const paths = [ours.PYTHONPATH, theirs.PYTHONPATH].filter((each) => each !== undefined);
  return { ...theirs, ...ours, ...(paths.length > 1 ? { PYTHONPATH: paths.join(':') } : {}) };
}

/** What evidence says of the isolation; null: as everywhere. */
const HOW_ISOLATED: Readonly<Record<SandboxAbility['kind'], string | null>> = {
  bubblewrap: null,
  'sandbox-runtime':
    'Measured in sandbox-runtime: what was tested saw none of your own files and no network, but may have reached ports of this machine and left processes behind.',
  none: 'Measured without a sandbox: what was tested had your rights, your files and the network.',
};

function notesOf(
  { sandbox }: WorkspaceTreeRunnerOptions,
  checkout: Checkout,
  more: readonly string[],
): { notes?: string[] } {
  const notes = [...checkout.notes, ...more];
  const how = HOW_ISOLATED[sandbox.ability.kind];
  if (how !== null) notes.push(how);
  return notes.length === 0 ? {} : { notes };
}

/** The configured limit, else a multiple of main's duration. */
async function limitOf(memory: MeasurementMemory, runner: ProjectRunner): Promise<number> {
  if (runner.timeoutMs !== undefined) return runner.timeoutMs;
  const known = MainTime.safeParse(await memory.recall(timeOnMain(runner)));
  return timeLimit(known.success ? known.data.ms : null);
}

interface Around {
  readonly writable?: readonly Mount[];
  readonly readOnly?: readonly Mount[];
  /** A command of the project's, not its tests: tests see nothing that a person's do not. */
  readonly isCheck?: boolean;
}

async function execIn(
  { sandbox, tools, mounts, reports }: WorkspaceTreeRunnerOptions,
  checkout: Checkout,
  { writable = [], readOnly = [], isCheck = false }: Around,
  command: Command,
  signal?: AbortSignal,
): Promise<ExecResult> {
  const packages = [...checkout.mounts, ...(mounts?.({ ...checkout, path: checkout.seenAt }) ?? [])];
  await using caches = await cacheMounts(packages, reports);
  const policy: SandboxPolicy = {
    writable: [{ from: checkout.path, at: checkout.seenAt }, ...writable, ...caches.mounts],
    readOnly: [...packages, ...tools.mounts, ...readOnly],
    network: 'none',
    limits: SANDBOX_LIMITS,
  };
  const cwd = command.cwd ?? checkout.seenAt;
  const PATH = [...programFolders(checkout, cwd), ...tools.path, '/usr/local/bin', '/usr/bin', '/bin'].join(':');
  const hints = isCheck ? cacheVariables(caches.mounts, cwd) : {};
  const env = withPaths({ ...tools.env, PATH, ...checkout.env, ...hints }, command.env);
  return await sandbox.exec({ ...command, cwd, env }, policy, signal);
}
