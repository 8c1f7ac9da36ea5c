import { z } from 'zod';
import { type Frames, readFrames } from './frames.ts';

/** A process, or one of its threads (0: the main thread), that writes. */
const Writer = { w: z.string(), pid: z.number(), parent: z.number(), thread: z.number().optional() };

/** What the recorder reports. */
export const Seen = z.discriminatedUnion('k', [
  /** A function was entered for the first time. */
  z.object({ k: z.literal('e'), f: z.string() }),
  /** A call of it, with its arguments as JSON where they are plain. */
  z.object({
    k: z.literal('c'),
    f: z.string(),
    a: z.string().nullable(),
    t: z.number(),
    x: z.string().nullable(),
    o: z.string(),
    /** Its arguments with marks in place of what cannot be recreated. */
    p: z.string().nullish(),
    /** Its changes of its arguments. */
    l: z.string().optional(),
    top: z.boolean().optional(),
    /** For a method: which object, the number of its call (-1 constructs it), and the object's state. */
    h: z.string().optional(),
    s: z.number().optional(),
    st: z.string().optional(),
  }),
  /** A call from inside, by number, and its answer. */
  z.object({ k: z.literal('f'), f: z.string(), n: z.number(), o: z.string() }),
  /** The body of a test begins, ends well, or throws. */
  z.object({ k: z.literal('b'), x: z.string(), ...Writer }),
  z.object({ k: z.literal('p'), x: z.string() }),
  z.object({ k: z.literal('t'), x: z.string(), m: z.string() }),
  /** An assertion was passed; its actual and expected value, where known. */
  z.object({
    k: z.literal('a'),
    i: z.string(),
    x: z.string().nullable(),
    g: z.string().optional(),
    w: z.array(z.string()),
  }),
  /** The same where it did not hold and the run continued. */
  z.object({
    k: z.literal('n'),
    i: z.string(),
    x: z.string().nullable(),
    g: z.string().optional(),
    w: z.array(z.string()),
    /** Numbers of the calls that were made for it. */
    y: z.array(z.number()).default([]),
  }),
  /** A call whose answer was altered, and its number. */
  z.object({
    ...{ k: z.literal('y'), f: z.string(), n: z.number(), a: z.string().nullable(), x: z.string().nullable() },
    /** The altered answer, where it does not contain its number. */
    o: z.string().optional(),
    /** The altered places in it, each with its number. */
    l: z.array(z.tuple([z.string(), z.number()])).default([]),
  }),
  /** An assertion as it is written, where only the run can tell. */
  z.object({
    k: z.literal('h'),
    i: z.string(),
    how: z.string(),
    line: z.number(),
    x: z.string().nullable(),
    must: z.boolean(),
  }),
  /** The environment that the tests run in. */
  z.object({ k: z.literal('v'), env: z.record(z.string(), z.string()) }),
  /** A file of the change was loaded, by which process. */
  z.object({ k: z.literal('m'), path: z.string(), ...Writer }),
  /** A file was rewritten, or could not be. */
  z.object({ k: z.literal('l'), path: z.string() }),
  z.object({ k: z.literal('u'), path: z.string(), m: z.string() }),
]);
export type Seen = z.infer<typeof Seen>;

/** What a calling program reports. */
export const AnsweredRecord = z.discriminatedUnion('k', [
  z.object({ k: z.literal('q'), n: z.number(), o: z.string() }),
  /** The answer to a call has changed when it is inspected again. */
  z.object({
    ...{ k: z.literal('w'), n: z.number(), when: z.enum(['again', 'later']) },
    places: z.array(z.object({ at: z.string(), first: z.string(), now: z.string() })),
  }),
  z.object({ k: z.literal('u'), path: z.string(), m: z.string() }),
  z.object({ k: z.literal('s'), path: z.string(), m: z.string() }),
  z.object({ k: z.literal('x'), m: z.string() }),
  z.object({ k: z.literal('z') }),
]);
export type AnsweredRecord = z.infer<typeof AnsweredRecord>;

export interface Told<T> extends Omit<Frames, 'records'> {
  readonly records: readonly T[];
}

/** Records of one kind; unreadable ones were not written by us. */
export function told<T>(schema: z.ZodType<T>, heard: string | null | undefined, nonce: string): Told<T> {
  if (heard === null || heard === undefined) return { records: [], lost: true, foreign: 0 };
  const frames = readFrames(heard, nonce);
  const read = frames.records.map((record) => schema.safeParse(record));
  return {
    records: read.flatMap(({ data }) => (data === undefined ? [] : [data])),
    lost: frames.lost,
    foreign: frames.foreign + read.filter(({ success }) => !success).length,
  };
}
