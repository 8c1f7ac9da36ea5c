import type { Attestor } from '#contracts/attestation.ts';
import type { EvidenceRef } from '#contracts/gate.ts';
import type { Repository } from '#contracts/workspace.ts';
import type { BlindAuthor } from '../blind/blind-effects.ts';
import type { DraftReading } from '../draft.ts';
import type { PrEffects } from '../pr-effects.ts';
import type { GatedState } from '../state.ts';
import type { Gatekeeper } from './gatekeeper.ts';
import type { OuterMain } from './outer-main.ts';
import type { PrCheckout } from './pr-checkout.ts';
import type { PullRequests } from './pull-request/requests.ts';

export interface PrEffectsParts {
  readonly repository: Repository;
  readonly checkout: PrCheckout;
  readonly gates: Gatekeeper;
  readonly views: ViewFiles;
  /** Left out where main has no remote that matters. */
  readonly outer?: OuterMain;
  /** Where the host merges by a pull request, and not Assay. */
  readonly requests?: PullRequests;
  /** Left out where nobody writes tests blind. */
  readonly blind?: BlindAuthor;
  /** Left out where nothing is to be said of what was merged. */
  readonly attesting?: Attesting;
}

/** How a PR that was merged says how it was proven. */
export interface Attesting {
  readonly attestor: Attestor;
  readonly readEvidence: (evidence: EvidenceRef) => Promise<unknown>;
}

/** The readable files beside a PR. */
export interface ViewFiles {
  readDraft(state: GatedState): Promise<DraftReading>;
  /** Takes away a draft of a PR that is over: all of it is done. Any other is somebody's work, and stays. */
  clearDone(state: GatedState): Promise<void>;
  inspect: PrEffects['inspect'];
  show: PrEffects['show'];
}
