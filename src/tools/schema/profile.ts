import type { Json } from '#contracts/json.ts';
import { redactor } from '#host/redact.ts';
import { isSecretField } from '#host/secret-names.ts';
import type { FieldType, SqlValue } from './shape.ts';

/** What was seen of one field, value by value. */
export interface Profile {
  readonly types: ReadonlySet<FieldType>;
  readonly nulls: number;
  readonly seen: number;
  readonly values: readonly SqlValue[];
}

const MOST_VALUES = 3;
/** Longer ones show nothing that the beginning of another would not. */
const LONGEST_KEPT = 10_000;

export class Profiler {
  readonly #types = new Set<FieldType>();
  readonly #values = new Map<string, SqlValue>();
  readonly #secret: boolean;
  #nulls = 0;
  #seen = 0;

  constructor(name: string) {
    // Of a path such as `user.api_key` the last part decides.
    this.#secret = isSecretField(name.split('.').at(-1) ?? name);
  }

  add(value: SqlValue, type: FieldType | null = typeOfValue(value)): void {
    this.#seen += 1;
    if (value === null || type === null) {
      this.#nulls += 1;
      return;
    }
    this.#types.add(type);
    if (this.#secret || this.#values.size >= MOST_VALUES) return;
    if (typeof value === 'string' && (value.length > LONGEST_KEPT || holdsSecret(value))) return;
    this.#values.set(
      `${typeof value} ${value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value}`,
      value,
    );
  }

  get profile(): Profile {
    return { types: this.#types, nulls: this.#nulls, seen: this.#seen, values: [...this.#values.values()] };
  }
}

/** Of a value from a database; null has no type. */
export function typeOfValue(value: SqlValue): FieldType | null {
  if (value === null) return null;
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return 'real';
  if (value instanceof Uint8Array) return 'blob';
  return holdsJson(value) ? 'json' : 'text';
}

/** The one type of all values seen; `any` when there is none. */
export function commonType(types: ReadonlySet<FieldType>): FieldType {
  const [first] = types;
  if (first === undefined) return 'any';
  if (types.size === 1) return first;
  if (types.isSubsetOf(new Set(['integer', 'real']))) return 'real';
  // If one text happens to contain an object, the field is still text.
  if (types.isSubsetOf(new Set(['text', 'json']))) return 'text';
  return 'any';
}

const secrets = redactor();

/** A token by its look, or, where it is JSON, a field such as `password` in it. */
function holdsSecret(text: string): boolean {
  if (secrets.find(text).length > 0) return true;
  if (!holdsJson(text)) return false;
  const parsed: Json = JSON.parse(text);
  return JSON.stringify(secrets.json(parsed)) !== JSON.stringify(parsed);
}

/** An object or array: a number or a word is JSON too, but is never meant as JSON. */
function holdsJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
