import type { WorkspaceStore } from '#contracts/workspace.ts';
import type { DraftReading } from '../draft.ts';
import type { Site } from '../site.ts';
import type { GatedState } from '../state.ts';
import type { Gatekeeper } from './gatekeeper.ts';
import type { Ground } from './ground.ts';

export interface SiteParts {
  readonly repository: string;
  readonly store: WorkspaceStore;
  readonly ground: Ground;
  readonly gates: Gatekeeper;
  readonly views: ViewFiles;
}

/** The readable files beside a PR. */
export interface ViewFiles {
  readDraft(state: GatedState): Promise<DraftReading>;
  /** Takes away a draft of a PR that is over: all of it is done. Any other is somebody's work, and stays. */
  clearDone(state: GatedState): Promise<void>;
  inspect: Site['inspect'];
  show: Site['show'];
}
