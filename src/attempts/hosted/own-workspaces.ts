import type { RunId } from '#contracts/ids.ts';
import { type ForkStart, workspacePrefix } from '#contracts/run-workspaces.ts';

/** Which run's workspaces these are. The log of a fork also names those of the run that it came from. */
export interface OwnWorkspaces {
  readonly run: RunId;
  /** The replacement for a workspace of that other run. */
  forkStart(name: string): Promise<ForkStart & { fill?(folder: string): Promise<void> }>;
}

/** No two runs share a workspace name; where a run's log names another's workspace, this maps it to its own. */
export function ownName(run: RunId, name: string): string {
  const prefix = workspacePrefix(run);
  return name.startsWith(prefix) ? name : `${prefix}${name.slice(name.indexOf('-') + 1)}`;
}
