import type { Json } from '#contracts/json.ts';
import type { JsonSchema } from '#contracts/model.ts';

/**
 * The schema a model is shown: the claim, or an honest "I cannot, because …". Both keys are always present, since some
 * providers accept no schema with optional ones.
 */
export function wrapClaim(schema: JsonSchema): JsonSchema {
  const { $schema: _dialect, $id: _id, $defs, definitions, ...own } = schema;
  const named = { ...membersOf($defs), ...membersOf(definitions) };
  const self = freeName(named);
  const root = { name: self, used: false };
  const defs = Object.fromEntries(Object.entries(named).map(([name, each]) => [name, moved(each, root)]));
  const body = moved(own, root);
  const claim: Json = root.used ? { $ref: `#/$defs/${self}` } : body;
  if (root.used) defs[self] = body;
  return {
    type: 'object',
    properties: {
      claim: { anyOf: [claim, { type: 'null' }], description: 'What you did. null if you are blocked.' },
      blocker: {
        anyOf: [{ type: 'null' }, { type: 'string' }],
        description: 'null, or why the task cannot be done and what would help.',
      },
    },
    required: ['claim', 'blocker'],
    additionalProperties: false,
    ...(Object.keys(defs).length === 0 ? {} : { $defs: defs }),
  };
}

/** References are from the top of a schema, and the claim's is no longer the top. */
function moved(value: Json, root: { readonly name: string; used: boolean }): Json {
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map((each) => moved(each, root));
  const entries = Object.entries(value).map(([key, each]): [string, Json] =>
    key === '$ref' && typeof each === 'string' ? [key, movedRef(each, root)] : [key, moved(each, root)],
  );
  return Object.fromEntries(entries);
}

function movedRef(ref: string, root: { readonly name: string; used: boolean }): string {
  if (!ref.startsWith('#')) return ref;
  const named = /^#\/(?:\$defs|definitions)\/(.*)$/.exec(ref)?.[1];
  if (named !== undefined) return `#/$defs/${named}`;
  root.used = true;
  return `#/$defs/${root.name}${ref.slice(1)}`;
}

const freeName = (taken: Readonly<Record<string, Json>>): string => {
  let name = 'Claim';
  while (name in taken) name += '_';
  return name;
};

const membersOf = (value: Json | undefined): Readonly<Record<string, Json>> =>
  value !== null && typeof value === 'object' && !isList(value) ? value : {};

/** `Array.isArray` does not narrow a readonly array. */
const isList = (value: readonly Json[] | { readonly [key: string]: Json }): value is readonly Json[] =>
  Array.isArray(value);
