import { join, relative } from 'node:path';
import type { TreeHash } from '#contracts/ids.ts';
import type { Mount, Sandbox, SandboxLimits } from '#contracts/sandbox.ts';
import type { TestSelection } from '#contracts/test-run.ts';
import type { Checkout, Repository } from '#contracts/workspace.ts';
import { localReports } from '#project/test-runners/local-reports.ts';
import type { RunnerProfile } from '#project/test-runners/profile.ts';
import { runTests } from '#project/test-runners/run-tests.ts';
import { folderView } from '#project/toolchain/folder-view.ts';
import { cacheMounts } from '#sandbox/layers/cache-folders.ts';
import { SANDBOX_LIMITS } from '#workspace/store-options.ts';
import { programFolders } from '../program-folders.ts';
import { afterSetup, shellLine } from '../runners/after-setup.ts';
import { builtTests } from '../runners/built-tests.ts';
import { unitEnv } from '../runners/unit-env.ts';
import { withServices } from '../services/with-services.ts';
import { fillSiblings, type SiblingOutputOptions } from '../sibling-output.ts';
import type { ProjectRunner } from '../tree-runner.ts';
import { bailing } from './bailing.ts';
import type { MutantCopies, MutantRunOptions } from './mutant-copies.ts';
import { makeCopyMountPoints, readPlainCopy, replacePlain } from './plain-file.ts';
import { type RunPlace, type Warmth, warmUp } from './warm-up.ts';

export interface WorkspaceMutantCopiesOptions {
  readonly sandbox: Sandbox;
  readonly repository: Repository;
  /** What is measured: each copy is a fresh checkout of it. */
  readonly tree: TreeHash;
  readonly adapter: RunnerProfile;
  /** The folder that the runner is started in, from the top; default: the top. */
  readonly root?: string;
  /** How to start the runner, where the usual way does not work. */
  readonly launch?: readonly [string, ...string[]] | undefined;
  /** How the project starts it. */
  readonly unit?: ProjectRunner | undefined;
  /** Besides the dependency layers of the checkout: the tool chain, packages. */
  readonly mounts?: (checkout: Checkout) => readonly Mount[];
  readonly env?: Readonly<Record<string, string>>;
  readonly limits?: Partial<SandboxLimits>;
  /** A folder of ours for the reports. */
  readonly reports: string;
}

/**
 * Copies that are checkouts of one tree; tests run in the sandbox, with a fresh runner for each mutant. The checkout is
 * read-only to them, so that no run can leave anything for the next; only where the tests need to write to their own
 * folder it is writable, and a green run at the end confirms that the copies are unharmed.
 */
export function workspaceMutantCopies(options: WorkspaceMutantCopiesOptions): MutantCopies {
  const open: Checkout[] = [];
  let writable = false;
  let warmth: Warmth | null = null;
  return {
    open: async (count, signal) => {
      const { repository, tree } = options;
      // One after the other: the first one fills what the others share.
      while (open.length < count) {
        const made = await repository.checkout({ tree, ...(signal && { signal }) });
        open.push(made);
        await fillSiblings(siblingsIn(options), made, { tree, siblings: options.unit?.siblings ?? [] }, signal);
      }
      for (const checkout of open) await makeCopyMountPoints(checkout.path, mountsInside(checkout, options));
      const [first] = open;
      if (first && !warmth)
        warmth = await warmUp(options.adapter.runner, options.reports, first.seenAt, (cold) =>
          runIn(
            first,
            options,
            { timeoutMs: WARM_UP_MS, bail: true, ...(signal && { signal }) },
            { writable, ...cold },
          ),
        );
      return open.map((checkout) => ({
        read: (path) => readPlainCopy(checkout.path, path),
        write: (path, text) => replacePlain(checkout.path, path, text),
        run: (run) => runIn(checkout, options, run, { writable, ...warmth?.place }),
      }));
    },
    letWrite: () => {
      const was = writable;
      writable = true;
      return !was;
    },
    close: async () => {
      await Promise.all([...open.splice(0).map((checkout) => checkout.close()), warmth?.remove()]);
      warmth = null;
    },
  };
}

const WARM_UP_MS = 120_000;

const mountsOf = (checkout: Checkout, { mounts }: WorkspaceMutantCopiesOptions): readonly Mount[] => [
  ...checkout.mounts,
  ...(mounts?.({ ...checkout, path: checkout.seenAt }) ?? []),
];

/** The same, as they are in the folder of the checkout. */
const mountsInside = (checkout: Checkout, options: WorkspaceMutantCopiesOptions): readonly Mount[] =>
  mountsOf(checkout, options)
    .filter(({ at }) => at.startsWith(`${checkout.seenAt}/`))
    .map(({ from, at }) => ({ from, at: join(checkout.path, relative(checkout.seenAt, at)) }));

/** Built in the same sandbox, before any mutant is there. */
const siblingsIn = (options: WorkspaceMutantCopiesOptions): SiblingOutputOptions => ({
  repository: options.repository,
  folder: options.reports,
  exec: async (checkout, { writable, readOnly }, command, signal) => {
    const packages = mountsOf(checkout, options);
    await using caches = await cacheMounts(packages, options.reports);
    const policy = {
      writable: [{ from: checkout.path, at: checkout.seenAt }, ...writable, ...caches.mounts],
      readOnly: [...packages, ...readOnly],
      network: 'none',
      limits: { ...SANDBOX_LIMITS, ...options.limits },
    } as const;
    const cwd = command.cwd ?? checkout.seenAt;
    const PATH = [...programFolders(checkout, cwd), options.env?.PATH ?? '/usr/local/bin:/usr/bin:/bin'].join(':');
    const env = { ...checkout.env, ...options.env, ...command.env, PATH };
    return options.sandbox.exec({ ...command, cwd, env }, policy, signal);
  },
});

interface Place extends RunPlace {
  /** Whether the tests may write to their checkout. */
  readonly writable: boolean;
}

async function runIn(checkout: Checkout, options: WorkspaceMutantCopiesOptions, run: MutantRunOptions, at: Place) {
  const { adapter, sandbox, launch, unit } = options;
  const packages = mountsOf(checkout, options);
  const seen = join(checkout.seenAt, options.root ?? '.');
  await using place = await localReports(join(checkout.path, options.root ?? '.'), options.reports);
  // Runners write into their packages (vite its configuration); those writes are discarded after the run.
  await using caches = await cacheMounts(packages, options.reports);
  const tree = { from: checkout.path, at: checkout.seenAt };
  // Build output of the mutant is beside it.
  const writable = at.writable || unit?.setup !== undefined;
  const policy = {
    writable: [
      ...(writable ? [tree] : []),
      { from: place.path, at: place.path },
      ...caches.mounts,
      ...(at.write ?? []),
    ],
    readOnly: [...(writable ? [] : [tree]), ...packages, ...(at.read ?? [])],
    network: 'none',
    limits: { ...SANDBOX_LIMITS, ...options.limits },
  } as const;
  const PATH = [...programFolders(checkout, checkout.seenAt), options.env?.PATH ?? '/usr/local/bin:/usr/bin:/bin'];
  const env = { ...NO_MEMORY, ...checkout.env, ...options.env, ...unitEnv(unit ?? {}, seen), PATH: PATH.join(':') };
  const served = withServices(unit?.services ?? [], (command, signal) =>
    sandbox.exec({ ...command, cwd: seen, env: { ...env, ...command.env, ...at.env } }, policy, signal),
  );
  const line = unit?.setup === undefined ? null : shellLine(unit.setup, run.timeoutMs);
  const built = line && (await sandbox.exec({ ...line, cwd: seen, env: { ...env, ...line.env } }, policy, run.signal));
  const made = unit && line ? builtTests(unit, folderView(checkout.path).paths) : null;
  const select: TestSelection = run.files
    ? { type: 'files', files: run.files.map((file) => relative(options.root ?? '.', file)) }
    : { type: 'all' };
  const evidence = await runTests({
    adapter: run.bail ? bailing(adapter) : adapter,
    place,
    tree: checkout.tree,
    request: {
      select: made?.select(select) ?? select,
      root: seen,
      timeoutMs: run.timeoutMs,
      start: unit?.start,
      ...(launch && { launch }),
    },
    exec: served.exec,
    ...(run.signal && { signal: run.signal }),
  });
  // A type error caused by a mutant is nothing that a test has noticed.
  if (evidence.outcome.type !== 'ran') return served.settle(afterSetup(evidence, unit?.setup ?? '', built));
  return served.settle(made ? { ...evidence, tests: made.written(evidence.tests) } : evidence);
}

/** Inputs that killed one mutant do not carry over to the next: hypothesis' database is discarded with the sandbox. */
const NO_MEMORY = { HYPOTHESIS_STORAGE_DIRECTORY: '/tmp/hypothesis' };
