import type { Json } from '#contracts/json.ts';
import type { Redactor } from '#host/redact.ts';
import { isSecretField } from '#host/secret-names.ts';

/**
 * An answer with the secrets taken out, and still of the shape its route promises: payloads stay payloads, and only
 * texts are replaced. Every answer, event and export passes through here.
 */
export function redactAnswer(redactor: Redactor, value: Json): Json {
  const walk = (part: Json): Json => {
    if (typeof part === 'string') return redactor.text(part);
    if (part === null || typeof part !== 'object') return part;
    if (isList(part)) return part.map(walk);
    return Object.fromEntries(Object.entries(part).map(([key, member]) => [redactor.text(key), field(key, member)]));
  };
  const field = (key: string, member: Json): Json => {
    if (key === 'inline') return redactor.json(member);
    if (key === 'record' && isObject(member)) return records(member);
    return typeof member === 'string' && member !== '' && isSecretField(key) ? hidden(key) : walk(member);
  };
  const records = (record: Readonly<Record<string, Json>>): Json =>
    Object.fromEntries(
      Object.entries(record).map(([key, payload]) => [
        redactor.text(key),
        isSecretField(key) ? { inline: hidden(key) } : walk(payload),
      ]),
    );
  return walk(value);
}

const hidden = (key: string): string => `[redacted:${key}]`;

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isObject = (value: Json): value is Readonly<Record<string, Json>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
