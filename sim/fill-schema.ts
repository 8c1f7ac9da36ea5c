import type { Json } from '#contracts/json.ts';
import { withDescribedBounds } from './described-bounds.ts';
import { fillNumber, fillString } from './fill-scalar.ts';
import type { WireSchema } from './types.ts';

export interface FillOptions {
  /** Chooses among allowed values; the first one unless told. */
  readonly pick?: (values: readonly Json[]) => Json;
}

/**
 * A value that fits a JSON schema (or Gemini's OpenAPI subset), the same one every time. Honours type, enum, const,
 * required, bounds, items, formats, anyOf, oneOf, allOf and $ref; patterns only as far as its samples reach.
 */
export function fillSchema(schema: WireSchema, options: FillOptions = {}): Json {
  return fill(schema, { root: schema, options, depth: 0, index: 0, name: 'value' });
}

interface Place {
  readonly root: WireSchema;
  readonly options: FillOptions;
  readonly depth: number;
  /** Position among siblings of an array, so that unique items differ. */
  readonly index: number;
  readonly name: string;
}

/** Beyond this, only what is required is written: schemas may contain themselves. */
const SHALLOW = 4;
const DEEPEST = 40;

function fill(schema: WireSchema, place: Place): Json {
  if (place.depth > DEEPEST) return null;
  const flat = withDescribedBounds(flatten(schema, place.root));
  if ('const' in flat && flat.const !== undefined) return flat.const;
  const allowed = listOf(flat.enum);
  if (allowed.length > 0) return pickFrom(allowed, place);
  const choices = [...listOf(flat.anyOf), ...listOf(flat.oneOf)].filter(isSchema);
  if (choices.length > 0) {
    const { anyOf: _any, oneOf: _one, ...rest } = flat;
    return fill({ ...rest, ...flatten(choose(choices, place), place.root) }, deeper(place));
  }
  switch (typeOf(flat)) {
    case 'object':
      return fillObject(flat, place);
    case 'array':
      return fillArray(flat, place);
    case 'integer':
      return fillNumber(flat, place.index, true);
    case 'number':
      return fillNumber(flat, place.index, false);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return fillString(flat, place.name, place.index);
  }
}

function fillObject(schema: WireSchema, place: Place): Json {
  const properties = isSchema(schema.properties) ? schema.properties : {};
  const required = listOf(schema.required).filter((name) => typeof name === 'string');
  const wanted = place.depth < SHALLOW ? new Set([...Object.keys(properties), ...required]) : new Set(required);
  const free = isSchema(schema.additionalProperties) ? schema.additionalProperties : {};
  const missing = Math.max(0, (typeof schema.minProperties === 'number' ? schema.minProperties : 0) - wanted.size);
  for (let extra = 1; extra <= missing; extra += 1) wanted.add(`key${extra}`);
  const entries = [...wanted].map((name): [string, Json] => {
    const property = properties[name];
    return [name, fill(isSchema(property) ? property : free, { ...deeper(place), name, index: 0 })];
  });
  return Object.fromEntries(entries);
}

function fillArray(schema: WireSchema, place: Place): Json {
  const tuple = listOf(schema.prefixItems).filter(isSchema);
  const usual = tuple.length > 0 || place.depth >= SHALLOW ? tuple.length : 1;
  const least = Math.max(typeof schema.minItems === 'number' ? schema.minItems : 0, usual);
  const length = typeof schema.maxItems === 'number' ? Math.min(least, schema.maxItems) : least;
  const rest = isSchema(schema.items) ? schema.items : {};
  return Array.from({ length }, (_, index) => fill(tuple[index] ?? rest, { ...deeper(place), index }));
}

/** Resolves `$ref` and merges `allOf`, so that one object contains everything. */
function flatten(schema: WireSchema, root: WireSchema, hops = 0): WireSchema {
  if (hops > DEEPEST) return {};
  const { $ref, allOf, ...own } = schema;
  const parts = [...(typeof $ref === 'string' ? [resolve($ref, root)] : []), ...listOf(allOf).filter(isSchema)].map(
    (part) => flatten(part, root, hops + 1),
  );
  return parts.reduce<WireSchema>(merge, own);
}

const merge = (left: WireSchema, right: WireSchema): WireSchema => ({
  ...right,
  ...left,
  ...(isSchema(left.properties) && isSchema(right.properties)
    ? { properties: { ...right.properties, ...left.properties } }
    : {}),
  ...(left.required && right.required ? { required: [...listOf(left.required), ...listOf(right.required)] } : {}),
});

function resolve(ref: string, root: WireSchema): WireSchema {
  let at: Json = root;
  for (const step of ref.split('/').slice(1)) {
    const key = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    at = (isSchema(at) ? at[key] : undefined) ?? {};
  }
  return isSchema(at) ? at : {};
}

/** When nested deeply, the choice that ends soonest: nothing, then something without a reference. */
function choose(choices: readonly WireSchema[], place: Place): WireSchema {
  const first = choices[0] ?? {};
  if (place.depth < SHALLOW) return first;
  const ends = choices.find((choice) => typeOf(choice) === 'null') ?? choices.find((choice) => !('$ref' in choice));
  return ends ?? first;
}

function typeOf(schema: WireSchema): string {
  const declared = Array.isArray(schema.type) ? (schema.type.find((type) => type !== 'null') ?? 'null') : schema.type;
  if (typeof declared === 'string') return declared.toLowerCase();
  if ('properties' in schema || 'additionalProperties' in schema) return 'object';
  if ('items' in schema || 'prefixItems' in schema) return 'array';
  return 'minimum' in schema || 'maximum' in schema ? 'number' : 'string';
}

const pickFrom = (values: readonly Json[], place: Place): Json =>
  (place.index === 0 ? place.options.pick?.(values) : undefined) ?? values[place.index % values.length] ?? null;

const deeper = (place: Place): Place => ({ ...place, depth: place.depth + 1 });

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

const isSchema = (value: Json | undefined): value is WireSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
