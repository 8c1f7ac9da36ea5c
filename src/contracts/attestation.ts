import { z } from 'zod';
import { Sha } from './commits.ts';
import { BlobHash, TreeHash } from './ids.ts';
import { TestState } from './test-run.ts';

/** How a commit was proven, as an in-toto statement, version 1. docs/attestations.md explains every field. */
export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
export const PREDICATE_TYPE = 'urn:assay:proven-change:v1';
export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

const said = z.string().max(20_000);
const Person = z.object({ by: z.string(), why: said });

/** Which commit it is: the change itself, the mark in the plan, or the merge into main. */
export const SubjectName = z.enum(['change', 'plan', 'merge']);

export const Subject = z.object({
  name: SubjectName,
  digest: z.object({ gitCommit: Sha, gitTree: TreeHash }),
});
export type Subject = z.infer<typeof Subject>;

export const ProvenChange = z.object({
  assay: z.object({ version: z.string() }),
  mode: z.enum(['hosted', 'connected', 'hybrid-tdd']),
  run: z.string(),
  base: z.object({ commit: Sha, tree: TreeHash }),
  /** What was asked for, in the person's words. */
  item: z.object({
    plan: z.string().nullable(),
    title: said,
    criteria: z.array(z.object({ text: said, tests: z.array(said), word: Person.nullable() })),
  }),
  tests: z.object({
    /** Tests that were red before the change and pass with it. */
    proving: z.array(z.object({ id: said, before: z.literal('failed'), after: z.literal('passed') })),
    /** Of the whole run on the change's own tree; null where it was not kept. */
    run: z
      .object({
        passed: z.number().int(),
        skipped: z.number().int(),
        failed: z.number().int(),
        /** Hash of the sorted `ID STATE` lines: anyone who runs the tests again can compare. */
        sha256: BlobHash,
        /** Left out where there are very many. */
        outcomes: z.array(z.object({ id: said, state: TestState })).optional(),
      })
      .nullable(),
  }),
  mutants: z.array(z.string()),
  evidence: z.array(z.object({ kind: z.string(), summary: said, tree: TreeHash.nullable(), sha256: BlobHash })),
  waivers: z.array(Person.extend({ what: said })),
  author: z.string().nullable(),
  reviewer: z.string().nullable(),
  doubts: z.array(said),
});
export type ProvenChange = z.infer<typeof ProvenChange>;

export const Statement = z.object({
  _type: z.literal(STATEMENT_TYPE),
  subject: z.array(Subject).min(1),
  predicateType: z.literal(PREDICATE_TYPE),
  predicate: ProvenChange,
});
export type Statement = z.infer<typeof Statement>;

/** DSSE: the statement's bytes and their signatures. A missing signature is reported as missing, never as valid. */
export const Envelope = z.object({
  payloadType: z.literal(PAYLOAD_TYPE),
  payload: z.base64(),
  signatures: z.array(z.object({ keyid: z.string(), sig: z.string() })),
});
export type Envelope = z.infer<typeof Envelope>;

export const statementOf = (subject: readonly Subject[], predicate: ProvenChange): Statement => ({
  _type: STATEMENT_TYPE,
  subject: [...subject],
  predicateType: PREDICATE_TYPE,
  predicate,
});

/** Stores a statement with the commits it is about. Failures are returned as text, because the work has landed anyway. */
export interface Attestor {
  readonly version: string;
  attest(statement: Statement): Promise<readonly string[]>;
}
