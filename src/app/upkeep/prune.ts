import { join } from 'node:path';
import { CHAT } from '#contracts/chat-turn.ts';
import { AssayError } from '#contracts/errors.ts';
import type { RunId } from '#contracts/ids.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import { workspacePrefix } from '#contracts/run-workspaces.ts';
import { compactTexts } from '#engine/log/stored-texts.ts';
import { isDriven, type Runs } from '#engine/runs.ts';
import { LocalWorkspaceStore } from '#workspace/store.ts';
import { type Collected, collectUnused } from './collect.ts';
import { isOpen } from './verify-run.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface Pruned {
  readonly runs: readonly Pick<ListedRun, 'run' | 'title' | 'updatedAt'>[];
  readonly collected: Collected;
  /** Workspaces, seeds and layers; empty where it was only tried. */
  readonly workspaces: readonly string[];
  /** The database returned its space; false where another process was using it, null where nothing was deleted. */
  readonly compacted: boolean | null;
}

export interface PruneOptions {
  /** Runs last changed before this are deleted. */
  readonly before: number;
  readonly dry: boolean;
  readonly env: Env;
}

/** Deletes old runs that are over and not kept, and everything that no run names any more. */
export async function prune(runs: Runs, { before, dry, env }: PruneOptions): Promise<Pruned> {
  const old = (await runs.store.list()).filter((run) => run.updatedAt < before && mayGo(run, runs) === null);
  return deleteRuns(runs, old, { dry, env, unusedForMs: runs.clock.now() - before });
}

/** Deletes one run. A running or kept one is refused. */
export async function deleteRun(runs: Runs, run: ListedRun, env: Env): Promise<Pruned> {
  const why = mayGo(run, runs);
  if (why !== null) throw new AssayError('USAGE', `run ${run.run} ${why.seen}`, { next: why.next });
  return deleteRuns(runs, [run], { dry: false, env });
}

/** Null, or why it stays. A conversation is never over; an idle one may be deleted. */
function mayGo(run: ListedRun, runs: Runs): { seen: string; next: string } | null {
  if (run.pinned) return { seen: 'is kept', next: `Let go of it first: \`assay runs unpin ${run.run}\`.` };
  const isIdleChat = run.graph.name === CHAT && !isDriven(run, runs);
  if (!isOpen(run) || isIdleChat) return null;
  return { seen: 'is not over', next: `End it first: \`assay runs cancel ${run.run}\`.` };
}

interface DeleteOptions {
  readonly dry: boolean;
  readonly env: Env;
  /** Also seeds and layers that were not used for so long. */
  readonly unusedForMs?: number;
}

async function deleteRuns(runs: Runs, gone: readonly ListedRun[], options: DeleteOptions): Promise<Pruned> {
  const { dry } = options;
  const without = new Set<RunId>();
  for (const { run } of gone) {
    // The log first: what a crash leaves behind is named by no log, and is removed the next time.
    if (!dry) await runs.store.remove(run, { isGone: runs.isGone });
    without.add(run);
  }
  const collected = await collectUnused(runs, { dry, without });
  const workspaces = dry ? [] : await sweepWorkspaces(runs, options);
  const compacted = dry || gone.length === 0 ? null : compactTexts(runs.home.database);
  const shown = gone.map(({ run, title, updatedAt }) => ({ run, title, updatedAt }));
  return { runs: shown, collected, workspaces, compacted };
}

async function sweepWorkspaces({ home, clock, store }: Runs, { env, unusedForMs }: DeleteOptions): Promise<string[]> {
  const open = (await store.list({ status: ['running', 'paused'] })).map(({ run }) => workspacePrefix(run));
  const local = new LocalWorkspaceStore({ root: join(home.root, 'workspaces'), path: env.PATH ?? '', clock });
  const { removed } = await local.sweep({
    keep: (name) => open.some((prefix) => name.startsWith(prefix)),
    ...(unusedForMs === undefined ? {} : { unusedForMs }),
  });
  return [...removed];
}
