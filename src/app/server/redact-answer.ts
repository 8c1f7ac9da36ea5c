import { isJsonObject, type Json } from '#contracts/json.ts';
import type { Redactor } from '#host/redact.ts';
import { isSecretField } from '#host/secret-names.ts';

/**
 * An answer with secrets redacted that still fits its route: payloads stay payloads, names of fields stay, and only
 * texts are replaced. Every answer, event and export passes through here.
 */
export function redactAnswer(redactor: Redactor, value: Json): Json {
  const text = rememberingClean(redactor);
  const walk = (part: Json): Json => {
    if (typeof part === 'string') return text(part);
    if (part === null || typeof part !== 'object') return part;
    if (isList(part)) return part.map(walk);
    return Object.fromEntries(Object.entries(part).map(([key, member]) => [name(key), field(key, member)]));
  };
  const name = (key: string): string => (FIELD_NAME.test(key) ? key : text(key));
  const field = (key: string, member: Json): Json => {
    if (key === 'inline') return redactor.json(member);
    if (key === 'record' && isJsonObject(member)) return records(member);
    return typeof member === 'string' && member !== '' && isSecretField(key) ? hidden(key) : walk(member);
  };
  const records = (record: Readonly<Record<string, Json>>): Json =>
    Object.fromEntries(
      Object.entries(record).map(([key, payload]) => [
        text(key),
        isSecretField(key) ? { inline: hidden(key) } : walk(payload),
      ]),
    );
  return walk(value);
}

/** A person's key may be a word that is also a field name of ours (`simulated`): no page could be read then. */
const FIELD_NAME = /^[a-z]{1,16}(?:[A-Z][a-z]{0,15}){0,3}$/;

const SHORT = 80;
const MOST_REMEMBERED = 10_000;
const clean = new WeakMap<Redactor, Set<string>>();

/** Names of fields, types and states come by the thousand: those without a secret are not searched again. */
function rememberingClean(redactor: Redactor): (text: string) => string {
  const known = clean.get(redactor) ?? new Set<string>();
  clean.set(redactor, known);
  return (text) => {
    if (text.length > SHORT) return redactor.text(text);
    if (known.has(text)) return text;
    const safe = redactor.text(text);
    // Texts with a secret are not cached.
    if (safe !== text) return safe;
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.add(text);
    return text;
  };
}

const hidden = (key: string): string => `[redacted:${key}]`;

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
