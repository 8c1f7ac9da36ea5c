import type { TreeHash } from './ids.ts';
import type { Workspace } from './workspace.ts';

/**
 * The workspaces of a run by name: opened once in a process, taken over from a dead one. Shared with the code that
 * starts agents.
 */
export interface RunWorkspaces {
  open(name: string): Promise<Workspace>;
  create(name: string, from: string): Promise<Workspace>;
  close(name: string): Promise<void>;
}

/** The state of a workspace when its run was forked: a commit, and files that were accepted but not committed. */
export interface ForkStart {
  readonly from: string;
  readonly tree?: TreeHash;
}

/** Names of a run's workspaces: the same again after a crash. */
export const workspaceName = (run: string, what: string, ...numbers: readonly number[]): string =>
  `${workspacePrefix(run)}${[what, ...numbers].join('-')}`;

export const workspacePrefix = (run: string): string => `${run.toLowerCase().replace(/[^a-z0-9]/g, '')}-`;

const READ_ONLY = 'ro/';

/** A workspace in which an agent may read and must not write: the code that starts it mounts it read-only. */
export const readOnly = (place: string): string => `${READ_ONLY}${place}`;

/** What a task's `place` means, for code that starts agents. */
export const readWorkspaceRef = (place: string): { readonly name: string; readonly readOnly: boolean } =>
  place.startsWith(READ_ONLY)
    ? { name: place.slice(READ_ONLY.length), readOnly: true }
    : { name: place, readOnly: false };
