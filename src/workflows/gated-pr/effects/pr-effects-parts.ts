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
  /** Absent where main has no relevant remote. */
  readonly outer?: OuterMain;
  /** Where the host merges by a pull request, instead of Assay. */
  readonly requests?: PullRequests;
  /** Absent where no one writes tests blind. */
  readonly blind?: BlindAuthor;
  /** Absent where merged work gets no statement. */
  readonly attesting?: Attesting;
}

/** How a merged PR states how it was proven. */
export interface Attesting {
  readonly attestor: Attestor;
  readonly readEvidence: (evidence: EvidenceRef) => Promise<unknown>;
}

/** The readable files beside a PR. */
export interface ViewFiles {
  readDraft(state: GatedState): Promise<DraftReading>;
  /** Removes a draft of a finished PR. Any other is someone's work, and stays. */
  clearDone(state: GatedState): Promise<void>;
  inspect: PrEffects['inspect'];
  show: PrEffects['show'];
}
