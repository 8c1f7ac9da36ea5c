import type { Json } from '#contracts/json.ts';
import { isSecretField, looksSecret } from './secret-names.ts';
import { type FoundSecret, findShapes } from './secret-shapes.ts';

export interface Redactor {
  text(text: string): string;
  /** Redacts the strings in it, keys included, and the values of fields such as `password`, whatever they are. */
  json(value: Json): Json;
  /** Where the secrets are; in order, none overlapping. */
  find(text: string): FoundSecret[];
  /** The known secret values, in every form that is searched for. */
  readonly values: readonly SecretValue[];
}

export interface SecretValue {
  readonly name: string;
  readonly value: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Shorter values of variables are words like `true`; replacing them would garble everything. */
const SHORTEST_FROM_ENV = 8;
const SHORTEST_NAMED = 4;

/**
 * Replaces secrets by `[redacted:NAME]`: the named ones, the values of variables whose names look secret, and texts
 * with the shape of a well-known kind of token.
 */
export function redactor(secrets: Env = {}, env: Env = {}): Redactor {
  const values = [
    ...secretValues(secrets, SHORTEST_NAMED, () => true),
    ...secretValues(env, SHORTEST_FROM_ENV, looksSecret),
  ];
  const find = (text: string): FoundSecret[] => merge([...findValues(text, values), ...findShapes(text)]);
  const text = (input: string): string => replaceFound(input, find(input));
  const json = (value: Json): Json => {
    if (typeof value === 'string') return text(value);
    if (value === null || typeof value !== 'object') return value;
    if (isList(value)) return value.map(json);
    return Object.fromEntries(
      Object.entries(value).map(([key, field]) => [
        text(key),
        isSecretField(key) ? hideField(key, field) : json(field),
      ]),
    );
  };
  return { text, json, find, values };
}

/** The text from `begin` to `end`, with the secrets in it replaced. */
export function replaceFound(text: string, found: readonly FoundSecret[], begin = 0, end = text.length): string {
  let result = '';
  let done = begin;
  for (const secret of found) {
    result += `${text.slice(done, secret.start)}[redacted:${secret.name}]`;
    done = secret.end;
  }
  return result + text.slice(done, end);
}

function* secretValues(env: Env, shortest: number, isSecret: (name: string) => boolean): Generator<SecretValue> {
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || value.trim().length < shortest || !isSecret(name)) continue;
    for (const form of formsOf(value.trim())) yield { name, value: form };
  }
}

/** As it is, and as it appears in JSON, in a URL, and in base64. */
function formsOf(value: string): Set<string> {
  const bytes = Buffer.from(value);
  return new Set([
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value.toWellFormed()),
    bytes.toString('base64'),
    bytes.toString('base64url'),
  ]);
}

/** One `indexOf` per value is faster than one large alternation. */
function findValues(text: string, values: readonly SecretValue[]): FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const { name, value } of values) {
    for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1)) {
      found.push({ from: at, start: at, end: at + value.length, name });
    }
  }
  return found;
}

/** Overlapping secrets become one, so that no part of one stays visible. */
function merge(found: FoundSecret[]): FoundSecret[] {
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: FoundSecret[] = [];
  for (const next of found) {
    const last = merged.at(-1);
    if (!last || next.start >= last.end) merged.push(next);
    else if (next.end > last.end)
      merged[merged.length - 1] = { ...last, from: Math.min(last.from, next.from), end: next.end };
  }
  return merged;
}

/** A number or a flag of that name is no secret; an object or a list is hidden whole. */
function hideField(key: string, value: Json): Json {
  const isHidden = typeof value === 'string' ? value !== '' : typeof value === 'object' && value !== null;
  return isHidden ? `[redacted:${key}]` : value;
}

/** `Array.isArray` does not narrow a readonly array. */
const isList = (value: readonly Json[] | { readonly [key: string]: Json }): value is readonly Json[] =>
  Array.isArray(value);
