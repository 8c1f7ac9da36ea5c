import { z } from 'zod';
import { AssayError } from './errors.ts';
import { Seq } from './ids.ts';
import { type Json, LoggedJson } from './json.ts';

/** An event in its newest version, after upcasting. */
export interface Recorded<Type extends string, Data> {
  readonly seq: Seq;
  /** Milliseconds since the epoch; never smaller than that of the event before it, whatever the wall clock did. */
  readonly at: number;
  readonly type: Type;
  readonly v: number;
  readonly data: Data;
}

export interface EventDefinition<Type extends string, Schema extends z.ZodType> {
  readonly type: Type;
  /** The version written today. */
  readonly v: number;
  readonly data: Schema;
  /** From version n to n + 1; one for every version below `v`. */
  readonly upcast: Readonly<Record<number, (data: Json) => Json>>;
}

/** Declares an event beside its schema. A new version needs an upcast from the old one, or this throws at start. */
export function defineEvent<Type extends string, Schema extends z.ZodType>(
  type: Type,
  v: number,
  data: Schema,
  upcast: Readonly<Record<number, (data: Json) => Json>> = {},
): EventDefinition<Type, Schema> {
  for (let old = 1; old < v; old += 1) {
    if (!upcast[old]) throw new Error(`event ${type} v${v} has no way up from v${old}`);
  }
  return { type, v, data, upcast };
}

/** An event as stored, before it is parsed. */
export const RawEvent = z.object({
  seq: Seq,
  at: z.number(),
  type: z.string(),
  v: z.number().int().positive(),
  data: LoggedJson,
});
export type RawEvent = z.infer<typeof RawEvent>;

type AnyDefinition = EventDefinition<string, z.ZodType>;

/** Reads a stored event: upcasts and checks it. Unknown types and newer versions are refused. */
export function readEvent(definitions: ReadonlyMap<string, AnyDefinition>, raw: RawEvent): Recorded<string, unknown> {
  const definition = definitions.get(raw.type);
  if (!definition || raw.v > definition.v) {
    const known = definition ? `knows it up to v${definition.v}` : 'does not know that type';
    throw new AssayError('EVENT_UNKNOWN', `event ${raw.seq} is ${raw.type} v${raw.v}; this Assay ${known}`, {
      next: 'The run was written by a newer Assay. Install that version or a later one; nothing was changed.',
    });
  }
  let data: Json = raw.data;
  for (let v = raw.v; v < definition.v; v += 1) {
    const up = definition.upcast[v];
    if (up) data = up(data);
  }
  const parsed = definition.data.safeParse(data);
  if (!parsed.success) {
    throw new AssayError(
      'EVENT_INVALID',
      `event ${raw.seq} (${raw.type}) does not fit: ${z.prettifyError(parsed.error)}`,
      {
        next: 'The log was altered or damaged. `assay doctor` checks the database and says what can be saved.',
      },
    );
  }
  return { seq: raw.seq, at: raw.at, type: raw.type, v: definition.v, data: parsed.data };
}
