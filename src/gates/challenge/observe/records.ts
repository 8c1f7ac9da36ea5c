import { z } from 'zod';
import { type Frames, readFrames } from './frames.ts';

/** A process, or a thread of one (0: its first), that writes. */
const Writer = { w: z.string(), pid: z.number(), parent: z.number(), thread: z.number().optional() };

/** What the recorder says. */
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
    /** Its arguments with marks in the place of what cannot be made again. */
    p: z.string().nullish(),
    /** What it has done to its arguments. */
    l: z.string().optional(),
    top: z.boolean().optional(),
    /** Of a method: which object, the how manieth call of it (-1 makes it), and what the object held. */
    h: z.string().optional(),
    s: z.number().optional(),
    st: z.string().optional(),
  }),
  /** What a function was asked from inside, by number, and answered. */
  z.object({ k: z.literal('f'), f: z.string(), n: z.number(), o: z.string() }),
  /** The body of a test begins, ends well, or throws. */
  z.object({ k: z.literal('b'), x: z.string(), ...Writer }),
  z.object({ k: z.literal('p'), x: z.string() }),
  z.object({ k: z.literal('t'), x: z.string(), m: z.string() }),
  /** An assertion was passed; what it was given and wanted, where that is known. */
  z.object({
    k: z.literal('a'),
    i: z.string(),
    x: z.string().nullable(),
    g: z.string().optional(),
    w: z.array(z.string()),
  }),
  /** The same where it did not hold and the run went on all the same. */
  z.object({
    k: z.literal('n'),
    i: z.string(),
    x: z.string().nullable(),
    g: z.string().optional(),
    w: z.array(z.string()),
    /** Numbers of the calls that were made for it. */
    y: z.array(z.number()).default([]),
  }),
  /** A call was given another answer than its own, by which number. */
  z.object({
    ...{ k: z.literal('y'), f: z.string(), n: z.number(), a: z.string().nullable(), x: z.string().nullable() },
    /** Which, where it does not tell of itself. */
    o: z.string().optional(),
    /** The places in it that are others, each with its number. */
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
  /** A file was loaded rewritten, or could not be. */
  z.object({ k: z.literal('l'), path: z.string() }),
  z.object({ k: z.literal('u'), path: z.string(), m: z.string() }),
]);
export type Seen = z.infer<typeof Seen>;

/** What a program that asks says. */
export const AnsweredRecord = z.discriminatedUnion('k', [
  z.object({ k: z.literal('q'), n: z.number(), o: z.string() }),
  /** What was given to a question is not the same when it is looked at once more. */
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

/** Records of one kind; what does not read was not written by us. */
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
