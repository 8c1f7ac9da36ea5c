import type { EvidenceRef } from '#contracts/gate.ts';
import type { TestEvidence } from '#contracts/test-run.ts';
import type { WrittenTest } from '../../inventory/test-inventory.ts';
import type { SeenAssertion, SeenFunction } from './seen-code.ts';

export interface ObservedFunction extends SeenFunction {
  readonly path: string;
}

export interface ObservedCall {
  readonly function: ObservedFunction;
  /** As JSON; null where they contain something that cannot be recreated. */
  readonly args: string | null;
  /** The same with marks (`{"$":"kept"}`) in place of such parts, if there are any. */
  readonly partly?: string;
  /** The return value, and changes of the arguments. */
  readonly outcome: string;
  readonly returned?: string;
  /** It was called as a method and uses its receiver. */
  readonly bound: boolean;
  readonly test: string | null;
  /** No other changed function was running. */
  readonly top?: boolean;
  /** For a method: which object, the number of its call (-1 constructs it), and the object's state, as JSON. */
  readonly object?: { readonly id: string; readonly at: number; readonly state: string | undefined };
  /** Several calls, composed so that they can be repeated. */
  readonly composed?: true;
}

export interface ObservedTest {
  readonly id: string;
  readonly written: WrittenTest;
  readonly began: boolean;
  /** Of its last run; null where one that began did not end. */
  readonly ended: 'well' | { readonly threw: string } | null;
}

export interface ObservedAssertion extends SeenAssertion {
  readonly file: string;
  /** Each time it was passed. */
  readonly passed: readonly {
    readonly test: string | null;
    readonly given?: string | undefined;
    readonly wanted: readonly string[];
    /** Numbers of altered calls that were made for it. */
    readonly calls?: readonly number[];
  }[];
  /** Each time it failed, in a run that continues after failures. */
  readonly failed: ObservedAssertion['passed'];
}

/** A call whose answer was altered. */
export interface AlteredCall {
  readonly n: number;
  readonly function: ObservedFunction;
  /** As JSON; null where they contain something that cannot be written down. */
  readonly args: string | null;
  readonly test: string | null;
  /** The altered answer as text, where it does not contain its number. */
  readonly answer?: string | undefined;
  /** The altered places in it (`.price`, `[0].name`; empty: the answer itself), each with its number. */
  readonly leaves?: readonly (readonly [path: string, number: number])[];
}

/** What was observed of the changed code while the project's own runner ran its own tests. */
export interface Observation {
  readonly run: TestEvidence;
  readonly evidence: EvidenceRef;
  readonly functions: readonly ObservedFunction[];
  readonly entered: ReadonlySet<string>;
  readonly calls: readonly ObservedCall[];
  readonly tests: readonly ObservedTest[];
  readonly assertions: readonly ObservedAssertion[];
  readonly altered: readonly AlteredCall[];
  /** Answers to calls from inside, by number. */
  readonly inside: readonly { readonly function: ObservedFunction; readonly n: number; readonly outcome: string }[];
  readonly env: Readonly<Record<string, string>>;
  /** Files of the change that were loaded at all. */
  readonly loaded: ReadonlySet<string>;
  /** Files of the change that were loaded by a process of the runner in which no test ran. */
  readonly loadedByRunner: readonly string[];
  /** Files of the change that could not be rewritten, and why. */
  readonly unread: readonly { readonly path: string; readonly why: string }[];
  /** Why the records are incomplete; null where they are complete. */
  readonly broken: string | null;
  /** More was reported than is read; then nothing is known. */
  readonly overflow: boolean;
}
