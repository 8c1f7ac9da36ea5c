import { z } from 'zod';
import { AssayError } from './errors.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export const Json: z.ZodType<Json> = z.json();

/** Whether a value is one that JSON carries, by a plain walk. */
export function isJson(value: unknown): value is Json {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'object':
      if (value === null) return true;
      if (Array.isArray(value)) return value.every(isJson);
      return isPlain(value) && Object.values(value).every(isJson);
    default:
      return false;
  }
}

/** The parsed text; undefined where it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** For logs: `z.json()` takes most of the time of reading a long one. It has no JSON Schema. */
export const LoggedJson: z.ZodType<Json> = z.custom<Json>(isJson, 'this is not a value that JSON carries');

export const isJsonObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The value as JSON would carry it, or PAYLOAD_INVALID with the path of what JSON cannot carry (a Date, a Map, NaN …).
 * Absent members are dropped. Much faster than the schema; used on every payload.
 */
export function toJson(value: unknown, what: string): Json {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      // JSON has no negative zero.
      if (Number.isFinite(value)) return value === 0 ? 0 : value;
      throw misfit(what, String(value));
    case 'object':
      if (value === null) return null;
      if (Array.isArray(value)) return value.map((item, index) => toJson(item, `${what}[${index}]`));
      if (isPlain(value)) return membersToJson(value, what);
      throw misfit(what, value.constructor?.name ?? 'object');
    default:
      throw misfit(what, typeof value);
  }
}

function membersToJson(value: object, what: string): Json {
  const members: [string, Json][] = [];
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) members.push([key, toJson(member, `${what}.${key}`)]);
  }
  // Not by assignment, which would treat a member named `__proto__` specially.
  return Object.fromEntries(members);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

const misfit = (what: string, kind: string): AssayError =>
  new AssayError('PAYLOAD_INVALID', `${what} is ${kind}, which JSON cannot carry`);
