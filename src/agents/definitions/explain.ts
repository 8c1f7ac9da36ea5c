import type { z } from 'zod';
import { nearestNames } from '#host/nearest-names.ts';
import type { FrontMatter } from './front-matter.ts';
import type { DefinitionProblem } from './problem.ts';

/** Pure. What does not fit, each with its line, what was found and what is allowed. */
export function explain(
  file: string,
  { data, lineOf }: FrontMatter,
  issues: readonly z.core.$ZodIssue[],
  allowed: Readonly<Record<string, string>>,
): DefinitionProblem[] {
  return issues.map((issue) => {
    const field = issue.path.map(String).join('.');
    const seen = valueAt(data, issue.path);
    const top = String(issue.path[0] ?? '');
    const rule = allowed[field] ?? allowed[top] ?? issue.message;
    const message =
      seen === undefined ? `${field} is missing; it is ${rule}` : `${field} is ${shown(seen)}; allowed is ${rule}`;
    return { severity: 'error', file, line: lineOf(issue.path), field, message };
  });
}

/** Pure. The warning that a head is not YAML and was read nevertheless. */
export const frontMatterWarnings = ({ forgiven }: FrontMatter, file: string): DefinitionProblem[] =>
  forgiven === undefined
    ? []
    : [
        {
          severity: 'warning',
          file,
          line: forgiven.line,
          field: null,
          message: `its front matter is not YAML and was read line by line: ${forgiven.message}`,
        },
      ];

/** Unknown fields are most likely misspelt. */
export function unknownFields(
  file: string,
  { data, lineOf }: FrontMatter,
  known: readonly string[],
): DefinitionProblem[] {
  return Object.keys(data)
    .filter((key) => !known.includes(key))
    .map((key) => {
      const [near] = nearestNames(key, known, 1);
      const hint = near === undefined ? `there are ${known.join(', ')}` : `did you mean ${near}?`;
      const message = `${key} is not a known field and is ignored: ${hint}`;
      return { severity: 'warning', file, line: lineOf([key]), field: key, message };
    });
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  let at = data;
  for (const part of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, part) : undefined;
  return at;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}… (${text.length} characters)` : text;
}
