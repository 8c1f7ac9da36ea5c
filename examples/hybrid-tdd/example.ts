import type { Json } from '#contracts/json.ts';

/** What a simulated agent does in one attempt: the files it leaves (null removes one), and what it returns. */
export interface Deed {
  readonly files?: Readonly<Record<string, string | null>>;
  readonly claim: Json;
  /** An honest "I cannot, because", instead of the claim. */
  readonly blocker?: string;
}

/** One attempt as its script sees it. */
export interface Turn {
  readonly node: string;
  /** 1, then 2 where work was sent back. */
  readonly time: number;
  readonly prompt: string;
}

export type Script<T extends Turn = Turn> = (turn: T) => Deed | Promise<Deed>;
export type Scripts<T extends Turn = Turn> = Readonly<Record<string, Script<T>>>;

/** A spec, the project it is for, and what the agents do with it. */
export interface TddExample {
  readonly title: string;
  /** The project as it is before. The spec is in it, as SPEC. */
  readonly files: Readonly<Record<string, string>>;
  readonly types: Deed;
  readonly tests: Deed;
  readonly impl: Deed;
  /** Who goes wrong on the way, and how that is mended. */
  readonly story: Scripts;
}

export const SPEC = 'spec.yaml';

/** Everybody does their work at once; anyone who is named in `others` does what is said there. */
export const honest =
  <T extends Turn>(example: TddExample, others: Scripts<T> = {}): Script<T> =>
  (turn) => {
    const other = others[turn.node];
    if (other) return other(turn);
    if (turn.node === 'types' || turn.node === 'typesFix') return example.types;
    if (turn.node === 'typeAdversary') return { claim: NO_HOLES };
    if (turn.node === 'tests' || turn.node === 'strengthen') return example.tests;
    if (turn.node === 'impl') return example.impl;
    if (turn.node === 'mutationAdversary' || turn.node === 'explain') return { claim: NO_WORDS };
    if (turn.node === 'review') return { claim: cleanReview(turn.prompt) };
    throw new Error(`nobody said what ${turn.node} does`);
  };

/** The example as it is shown: with its mistakes. */
export const asTold = (example: TddExample): Script => honest(example, example.story);

/** Says of every criterion and every doubt that it holds, and names a file of the change. */
function cleanReview(prompt: string): Json {
  const [, file = ''] = /^(?:added|modified) (\S+)$/m.exec(prompt) ?? [];
  const asked = [...prompt.matchAll(/^([CD]\d+)\. /gm)].map(([, what = '']) => what);
  return { findings: [], judged: asked.map((what) => ({ what, holds: true, evidence: `${file}:1` })) };
}

const NO_HOLES = { holes: [], analysis: 'every value that the types allow has a meaning in the spec' };
const NO_WORDS = { survivors: [], analysis: 'nothing to add' };
