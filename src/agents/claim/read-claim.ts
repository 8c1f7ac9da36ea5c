import { AssayError } from '#contracts/errors.ts';
import { isJsonObject, type Json } from '#contracts/json.ts';
import { JsonSchema } from '#contracts/model.ts';
import { readModelOutput } from '../models/output/read-output.ts';
import { checkerOf } from '../models/schema/claim-schema.ts';
import { withoutNulls } from '../models/schema/strict-schema.ts';

export type ReadClaim =
  | { readonly type: 'claim'; readonly claim: Json }
  | { readonly type: 'blocker'; readonly blocker: string }
  /** What does not fit, in words for the model. */
  | { readonly type: 'invalid'; readonly problems: string };

/**
 * What an agent's last message contains: the wrapped claim, the bare one, or a text with either in it. Whether it is
 * true is not checked here.
 */
export const readClaim = (said: Json, schema: JsonSchema): ReadClaim => claimReader(schema)(said);

/** The same, with the schema compiled once. Throws CONFIG_INVALID for a schema that cannot be checked. */
export function claimReader(schema: JsonSchema): (said: Json) => ReadClaim {
  const fits = checkerOf(schema);
  // Strict mode makes models write null for what may be left out, and others do so by themselves.
  const check: Check = (value) => {
    const problem = fits(value);
    if (problem === null) return { claim: value };
    const meant = withoutNulls(value, schema);
    return fits(meant) === null ? { claim: meant } : { problem };
  };
  const own = Object.keys(isJsonObject(schema.properties) ? schema.properties : {});
  const mayBeBare = own.some((name) => KEYS.includes(name));
  const judge = (value: Json): ReadClaim => {
    const bare = (): ReadClaim => asRead(check(value));
    if (!isWrapped(value)) return bare();
    const unwrapped = unwrap(value, check);
    if (unwrapped.type !== 'invalid' || !mayBeBare) return unwrapped;
    const read = bare();
    return read.type === 'invalid' ? unwrapped : read;
  };
  return (said) => (typeof said === 'string' ? readText(said, judge) : judge(said));
}

/** The claim's schema of a task, or null where it asks for plain text. */
export function claimSchema(claim: Json): JsonSchema | null {
  if (claim === null) return null;
  const schema = JsonSchema.safeParse(claim);
  if (schema.success) return schema.data;
  throw new AssayError('CONFIG_INVALID', 'the claim of a task must be a JSON Schema, or null', {
    next: 'Give an object such as {"type":"object","properties":{…}}.',
  });
}

type Check = (value: Json) => { readonly claim: Json } | { readonly problem: string };

const KEYS: readonly string[] = ['claim', 'blocker'];

function readText(text: string, judge: (value: Json) => ReadClaim): ReadClaim {
  let seen: ReadClaim | undefined;
  const read = readModelOutput(text, (value) => {
    const judged = judge(value);
    if (judged.type === 'invalid') return { ok: false, problem: judged.problems };
    seen = judged;
    return { ok: true, value };
  });
  if (read.type === 'object' && seen !== undefined) return seen;
  // A schema may ask for a plain string.
  const plain = judge(text);
  if (plain.type !== 'invalid') return plain;
  return { type: 'invalid', problems: read.type === 'unreadable' ? read.problem : 'it cannot be read' };
}

function unwrap({ claim = null, blocker = null }: Wrapped, check: Check): ReadClaim {
  const isBlocked = blocker !== null && blocker !== '';
  if (isBlocked && typeof blocker !== 'string') return invalid('blocker: must be a text or null');
  if (isBlocked && claim !== null) return invalid('it holds a claim and a blocker: give one, and null for the other');
  if (isBlocked && typeof blocker === 'string') return { type: 'blocker', blocker };
  const read = asRead(check(claim));
  if (read.type !== 'invalid') return read;
  return invalid(claim === null ? 'it holds neither a claim nor a blocker' : `in claim: ${read.problems}`);
}

interface Wrapped {
  readonly claim?: Json;
  readonly blocker?: Json;
}

const isWrapped = (value: Json): value is { readonly [key: string]: Json } & Wrapped =>
  isJsonObject(value) && Object.keys(value).length > 0 && Object.keys(value).every((key) => KEYS.includes(key));

const asRead = (checked: ReturnType<Check>): ReadClaim =>
  'claim' in checked ? { type: 'claim', claim: checked.claim } : invalid(checked.problem);

const invalid = (problems: string): ReadClaim => ({ type: 'invalid', problems });
