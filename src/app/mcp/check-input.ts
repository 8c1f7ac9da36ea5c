import { z } from 'zod';
import type { ErrorInfo } from '#contracts/errors.ts';

export type CheckedInput<Input extends z.ZodObject> =
  | { readonly ok: true; readonly input: z.output<Input> }
  | { readonly ok: false; readonly error: ErrorInfo };

/**
 * Checks a call's arguments. A refusal names each field, its value and what fits, so that a model can correct itself.
 */
export async function checkInput<Input extends z.ZodObject>(
  schema: Input,
  args: unknown,
  example?: unknown,
): Promise<CheckedInput<Input>> {
  const parsed = await schema.safeParseAsync(args);
  if (parsed.success) return { ok: true, input: parsed.data };
  const issues = parsed.error.issues;
  const lines = issues.slice(0, MAX_ISSUES).map((issue) => describeIssue(issue, args));
  if (issues.length > MAX_ISSUES) lines.push(`and ${issues.length - MAX_ISSUES} more`);
  return {
    ok: false,
    error: {
      code: 'TOOL_INPUT_INVALID',
      message: `The input does not fit. ${lines.join('; ')}.`,
      next: whatFits(schema, issues, example),
    },
  };
}

const MAX_ISSUES = 5;
const MAX_VALUE = 80;
const MAX_SCHEMA = 600;

function describeIssue(issue: z.core.$ZodIssue, args: unknown): string {
  const field = issue.path.length === 0 ? 'the input' : issue.path.map(String).join('.');
  return `${field}: got ${show(valueAt(args, issue.path))}, ${issue.message}`;
}

function whatFits(schema: z.ZodObject, issues: readonly z.core.$ZodIssue[], example: unknown): string {
  const fields = [...new Set(issues.map((issue) => String(issue.path[0] ?? '')))].filter(
    (field) => field in schema.shape,
  );
  const known = Object.keys(schema.shape).join(', ');
  const fits = fields.map((field) => `${field}: ${fieldSchema(schema, field)}`);
  const lines = fits.length === 0 ? [`The fields are: ${known}.`] : [`What fits: ${fits.join('; ')}.`];
  if (example !== undefined) lines.push(`Example: ${JSON.stringify(example)}`);
  return lines.join(' ');
}

function fieldSchema(schema: z.ZodObject, field: string): string {
  const all = z.toJSONSchema(schema, { io: 'input', target: 'draft-7' });
  return cut(JSON.stringify(all.properties?.[field] ?? {}), MAX_SCHEMA);
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  );
}

const show = (value: unknown) => (value === undefined ? 'nothing' : cut(JSON.stringify(value), MAX_VALUE));

const cut = (text: string, max: number) => (text.length <= max ? text : `${text.slice(0, max)}…`);
