import type { TreeHash } from '#contracts/ids.ts';
import type { ChangedCode } from '../changed-code.ts';
import type { OutsideAskOptions, OutsideQuestion } from '../observe/ask-outside.ts';
import type { Observation, ObservedCall } from '../observe/observation.ts';

/** The effect of a mutant that no test noticed, as far as it could be measured. */
export type Weight =
  /** A caller gets another answer: a test could have noticed. */
  | { readonly type: 'matters'; readonly say: string }
  /** It shows only for an object whose parts have to fit each other, and that was composed here: it may never occur. */
  | { readonly type: 'contrived'; readonly say: string }
  /** Code and mutant gave the same answers to the same calls. */
  | { readonly type: 'same'; readonly calls: number }
  /** No calls were possible. */
  | { readonly type: 'unasked'; readonly why: string };

/** What was observed of the changed code, from which calls can be repeated. */
export interface Basis {
  readonly seen: Observation;
  /** Observed once more with signs of a test hidden: what differs there is not stable. */
  readonly hidden: Observation;
  readonly files: ChangedCode['tests'];
  /** Calls that can be repeated outside. */
  readonly plain: readonly ObservedCall[];
  readonly questions: readonly OutsideQuestion[];
  /** The tree without tests, and how it is called. */
  readonly bare: TreeHash;
  readonly options: OutsideAskOptions;
}
