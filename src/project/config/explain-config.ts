import { z } from 'zod';
import { nearestNames } from '#host/nearest-names.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** Everything that is wrong with a configuration: the field, what was found there, what is allowed. */
export function explainConfig(schema: z.ZodType, value: unknown, issues: readonly Issue[]): string[] {
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => unknownKey(schema, issue.path, key))
      : [wrongValue(schema, value, issue)],
  );
}

function unknownKey(schema: z.ZodType, path: Path, key: string): string {
  const known = keysAt(schema, path);
  const [near] = nearestNames(key, known, 1);
  const hint = near === undefined ? `there is ${known.join(', ')}` : `did you mean "${near}"?`;
  return `${pathText([...path, key])} is not a setting: ${hint}`;
}

/** A union only reports that no branch fits: the branch that matched most is more helpful. */
function wrongValue(schema: z.ZodType, value: unknown, issue: Issue): string {
  if (issue.code === 'invalid_union') {
    const inner = deepest(issue);
    if (inner && inner.path.length > 0) {
      const path = [...issue.path, ...inner.path];
      const [said] = explainConfig(schema, value, [{ ...inner, path }]);
      if (said !== undefined) return said;
    }
  }
  const seen = valueAt(value, issue.path);
  const allowed = describedAt(schema, issue.path) ?? issue.message;
  return `${pathText(issue.path)} is ${seenText(seen)}; allowed is ${allowed}`;
}

function deepest(issue: z.core.$ZodIssueInvalidUnion): Issue | undefined {
  const all = issue.errors
    .flat()
    .map((each) => ({ each, depth: each.path.length + (each.code === 'unrecognized_keys' ? 1 : 0) }));
  const best = all.sort((a, b) => b.depth - a.depth)[0];
  return best?.each.code === 'unrecognized_keys' && best.each.path.length === 0 ? undefined : best?.each;
}

export const pathText = (path: Path): string =>
  path.length === 0
    ? 'The file'
    : path
        .map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at === 0 ? '' : '.'}${String(part)}`))
        .join('');

function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const part of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, part) : undefined;
  return at;
}

function seenText(seen: unknown): string {
  if (seen === undefined) return 'missing';
  const text = JSON.stringify(seen);
  const short = text.length > 60 ? `${text.slice(0, 57)}…` : text;
  const kind = Array.isArray(seen)
    ? 'a list'
    : seen === null
      ? 'nothing'
      : typeof seen === 'object'
        ? 'an object'
        : `a ${typeof seen}`;
  return `${short} (${kind})`;
}

/** Every schema that a path may lead to; a union leads to several. */
function schemasAt(schema: z.ZodType, path: Path): z.ZodType[] {
  let found = [schema];
  for (const part of path) found = found.flatMap(open).flatMap((each) => stepInto(each, part));
  return found;
}

function open(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return open(asType(schema.unwrap()));
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => open(asType(option)));
  return [schema];
}

function stepInto(schema: z.ZodType, part: PropertyKey): z.ZodType[] {
  if (schema instanceof z.ZodObject) {
    const member: unknown = Reflect.get(schema.shape, part);
    return member instanceof z.ZodType ? [member] : [];
  }
  if (schema instanceof z.ZodRecord) return [asType(schema.valueType)];
  return schema instanceof z.ZodArray ? [asType(schema.element)] : [];
}

function keysAt(schema: z.ZodType, path: Path): string[] {
  const shapes = schemasAt(schema, path).flatMap(open);
  return shapes.flatMap((each) => (each instanceof z.ZodObject ? Object.keys(each.shape) : []));
}

/** The description of the field itself, or of the schema it wraps. */
function describedAt(schema: z.ZodType, path: Path): string | undefined {
  for (const found of schemasAt(schema, path))
    for (let each = found; ; each = asType(each.unwrap())) {
      if (each.description !== undefined) return each.description;
      if (!(each instanceof z.ZodOptional || each instanceof z.ZodDefault)) break;
    }
  return undefined;
}

/** zod's containers have the core's type; all of ours were made with its classic API. */
function asType(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodType) return schema;
  throw new TypeError('a schema that was not made with zod');
}
