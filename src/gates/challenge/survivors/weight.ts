import type { TreeHash } from '#contracts/ids.ts';
import type { ChangedCode } from '../changed-code.ts';
import type { OutsideAskOptions, OutsideQuestion } from '../observe/ask-outside.ts';
import type { Observation, ObservedCall } from '../observe/observation.ts';

/** What a mistake that no test noticed does, as far as it could be measured. */
export type Weight =
  /** Somebody who asks is answered otherwise: a test could have noticed. */
  | { readonly type: 'matters'; readonly say: string }
  /** It shows only for an object whose parts have to fit each other, and that was put together here: it may never be. */
  | { readonly type: 'contrived'; readonly say: string }
  /** Asked the same, code and mistake gave the same answers. */
  | { readonly type: 'same'; readonly calls: number }
  /** Nothing could be asked of it. */
  | { readonly type: 'unasked'; readonly why: string };

/** What was seen of the changed code, from which it can be asked again. */
export interface Basis {
  readonly seen: Observation;
  /** Seen once more, with nothing that tells of a test: what differs there is not steady. */
  readonly hidden: Observation;
  readonly files: ChangedCode['tests'];
  /** Calls that can be asked again outside. */
  readonly plain: readonly ObservedCall[];
  readonly questions: readonly OutsideQuestion[];
  /** The tree without tests, and how it is asked. */
  readonly bare: TreeHash;
  readonly options: OutsideAskOptions;
}
