import { isJsonObject, type Json } from '#contracts/json.ts';
import type { JsonSchema } from '#contracts/model.ts';
import { checkerOf } from './claim-schema.ts';

/** A schema in the form of OpenAI's strict mode, and the conversion of answers back. */
export interface StrictSchema {
  readonly schema: JsonSchema;
  /** Fields that the model set to null because they are required in strict mode are removed again. */
  restore(value: Json): Json;
}

/**
 * Closed objects with every property required; the optional ones may be null instead. null where a schema uses what
 * strict mode cannot express (free keys, conditions): it is then sent as it is, unenforced.
 */
export function strictSchema(schema: JsonSchema): StrictSchema | null {
  try {
    const strict = strictObject(schema, true);
    return { schema: strict, restore: (value) => withoutNulls(value, schema) };
  } catch (thrown) {
    if (thrown instanceof Unstrict) return null;
    throw thrown;
  }
}

/** Optional fields that are null count as left out, unless the schema lets them be null. */
export const withoutNulls = (value: Json, schema: JsonSchema): Json => restore(value, schema, schema);

/** Only used to leave the recursion. */
class Unstrict extends Error {}

/** Strict mode does not support these keywords. */
const IMPOSSIBLE = [
  'patternProperties',
  'allOf',
  'not',
  'if',
  'then',
  'else',
  'prefixItems',
  'dependentSchemas',
  'dependentRequired',
];
/** They would be refused; the answer is checked against the whole schema anyway. */
const UNSAID = [
  '$schema',
  '$id',
  'default',
  'examples',
  'minLength',
  'maxLength',
  'uniqueItems',
  'contains',
  'minContains',
  'maxContains',
  'minProperties',
  'maxProperties',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
  'readOnly',
  'writeOnly',
  'deprecated',
];

function strictObject(schema: JsonSchema, isRoot: boolean): JsonSchema {
  if (IMPOSSIBLE.some((keyword) => keyword in schema)) throw new Unstrict();
  if (isRoot && schema.type !== 'object') throw new Unstrict();
  const { oneOf, ...rest } = Object.fromEntries(Object.entries(schema).filter(([key]) => !UNSAID.includes(key)));
  const alternatives = rest.anyOf ?? oneOf;
  return {
    ...rest,
    ...(isList(alternatives) ? { anyOf: alternatives.map(strictPart) } : {}),
    ...(isJsonObject(rest.items) ? { items: strictPart(rest.items) } : {}),
    ...(isJsonObject(rest.$defs) ? { $defs: eachPart(rest.$defs, strictPart) } : {}),
    ...(isJsonObject(rest.definitions) ? { definitions: eachPart(rest.definitions, strictPart) } : {}),
    ...(saysObject(schema) ? closed(schema) : {}),
  };
}

function strictPart(part: Json): JsonSchema {
  // `{}` accepts anything, which strict mode does not support.
  if (!isJsonObject(part) || Object.keys(part).length === 0) throw new Unstrict();
  return strictObject(part, false);
}

function closed(schema: JsonSchema): JsonSchema {
  const { additionalProperties, properties = {} } = schema;
  if (additionalProperties !== undefined && additionalProperties !== false) throw new Unstrict();
  if (!isJsonObject(properties)) throw new Unstrict();
  const required = requiredOf(schema);
  const strict = Object.entries(properties).map(([key, part]): [string, Json] => [
    key,
    required.has(key) ? strictPart(part) : orNull(strictPart(part)),
  ]);
  return { properties: Object.fromEntries(strict), required: Object.keys(properties), additionalProperties: false };
}

const orNull = (part: JsonSchema): JsonSchema => ({ anyOf: [part, { type: 'null' }] });

function restore(value: Json, schema: Json | undefined, root: JsonSchema): Json {
  const part = resolve(schema, root);
  if (part === undefined) return value;
  if (isList(value)) return value.map((item) => restore(item, part.items, root));
  if (!isJsonObject(value)) return value;
  const alternatives = part.anyOf ?? part.oneOf;
  if (isList(alternatives)) return restoreAlternative(value, alternatives, root);
  const properties = isJsonObject(part.properties) ? part.properties : {};
  const required = requiredOf(part);
  const kept = Object.entries(value).flatMap(([key, member]): [string, Json][] => {
    const restored = restore(member, properties[key], root);
    const wasLeftOut = member === null && !required.has(key) && key in properties && !takesNull(properties[key], root);
    return wasLeftOut ? [] : [[key, restored]];
  });
  return Object.fromEntries(kept);
}

/** The first alternative that the restored value fits. */
function restoreAlternative(value: Json, alternatives: readonly Json[], root: JsonSchema): Json {
  for (const alternative of alternatives) {
    const restored = restore(value, alternative, root);
    if (fits(restored, alternative, root)) return restored;
  }
  return value;
}

function fits(value: Json, schema: Json | undefined, root: JsonSchema): boolean {
  if (!isJsonObject(schema)) return true;
  const definitions = {
    ...(root.$defs === undefined ? {} : { $defs: root.$defs }),
    ...(root.definitions === undefined ? {} : { definitions: root.definitions }),
  };
  return checkerOf({ ...definitions, ...schema })(value) === null;
}

const takesNull = (schema: Json | undefined, root: JsonSchema): boolean => fits(null, schema, root);

function resolve(schema: Json | undefined, root: JsonSchema): JsonSchema | undefined {
  if (!isJsonObject(schema)) return undefined;
  if (typeof schema.$ref !== 'string') return schema;
  const [, ...path] = schema.$ref.split('/');
  let at: Json | undefined = root;
  for (const step of path) at = isJsonObject(at) ? at[step.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  return isJsonObject(at) ? at : undefined;
}

function requiredOf(schema: JsonSchema): ReadonlySet<Json> {
  return new Set(isList(schema.required) ? schema.required : []);
}

const saysObject = (schema: JsonSchema): boolean =>
  schema.type === 'object' ||
  schema.properties !== undefined ||
  (isList(schema.type) && schema.type.includes('object'));

const eachPart = (parts: JsonSchema, change: (part: Json) => Json): JsonSchema =>
  Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, change(part)]));

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
