import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { AssayError } from '#contracts/errors.ts';
import { looksSecret } from '#host/secret-names.ts';
import { findShapes } from '#host/secret-shapes.ts';
import { nearest } from './nearest.ts';
import { orderProblems, type StepsProblem } from './step-order.ts';
import { commandText, type Steps, StepsFile, stepsOf } from './steps.ts';

const LONGEST = 1024 * 1024;

/** A steps file as data, or STEPS_INVALID with the line of every mistake. */
export function parseSteps(text: string, file: string): Steps {
  if (text.length > LONGEST) throw invalid(file, ['it is larger than 1 MiB']);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, logLevel: 'error' });
  if (document.errors.length > 0) {
    throw invalid(
      file,
      document.errors.map((error) => `${placeAt(lines, error.pos[0])}${error.message.split('\n')[0]}`),
    );
  }
  const parsed = StepsFile.safeParse(readValue(document, file));
  const problems = parsed.success ? [] : parsed.error.issues.flatMap((issue) => problemsOf(issue, document));
  const steps = parsed.success ? stepsOf(parsed.data) : null;
  if (steps) problems.push(...orderProblems(steps.steps), ...secretProblems(steps));
  if (!steps || problems.length > 0) {
    throw invalid(
      file,
      problems.map(({ path, seen }) => `${placeOf(document, lines, path)}${nameOf(path)}${seen}`),
    );
  }
  return steps;
}

function readValue(document: Document, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (thrown) {
    throw invalid(file, [thrown instanceof Error ? thrown.message : String(thrown)]);
  }
}

const KEYS: Readonly<Record<string, readonly string[]>> = {
  file: Object.keys(StepsFile.shape),
  step: Object.keys(StepsFile.shape.steps.element.shape),
};

function problemsOf(issue: z.core.$ZodIssue, document: Document): StepsProblem[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code === 'unrecognized_keys') {
    const known = (path.length === 0 ? KEYS.file : KEYS.step) ?? [];
    return issue.keys.map((key) => ({
      path: [...path, key],
      seen: `is not known here${nearest(key, known) || `; known are ${known.join(', ')}`}`,
    }));
  }
  if (issue.code === 'invalid_key') return issue.issues.map(({ message }) => ({ path, seen: message }));
  return [{ path, seen: isMissing(document, path) ? 'is missing' : issue.message }];
}

const isMissing = (document: Document, path: readonly (string | number)[]): boolean =>
  path.length > 0 && !document.hasIn(path);

/** A job is kept in the run's log, and a log is no place for keys. */
function secretProblems({ steps }: Steps): StepsProblem[] {
  const next = 'and a job is kept in the run log: set it where you start the job, steps inherit that environment';
  return steps.flatMap(({ env, run, check }, index) => [
    ...Object.entries(env)
      .filter(([name, value]) => value !== '' && (looksSecret(name) || holdsSecret(value)))
      .map(([name]) => ({ path: ['steps', index, 'env', name], seen: `looks like a secret, ${next}` })),
    ...(holdsSecret(commandText(run)) ? [{ path: ['steps', index, 'run'], seen: `holds a secret, ${next}` }] : []),
    ...(check !== null && holdsSecret(commandText(check))
      ? [{ path: ['steps', index, 'check'], seen: `holds a secret, ${next}` }]
      : []),
  ]);
}

/** `https://me:$PASSWORD@host` names a secret but does not contain one. */
const holdsSecret = (text: string): boolean =>
  findShapes(text).some(({ start, end }) => !text.slice(start, end).includes('$'));

/** `steps[0].run `, as the reader would look for it. */
function nameOf(path: readonly (string | number)[]): string {
  if (path.length === 0) return '';
  return `${path.map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at === 0 ? '' : '.'}${part}`)).join('')} `;
}

/** The place of a key or value; for a missing one, where it belongs. */
function placeOf(document: Document, lines: LineCounter, path: readonly (string | number)[]): string {
  for (let length = path.length; length >= 0; length -= 1) {
    const offset = offsetOf(document, path.slice(0, length));
    if (offset !== undefined) return placeAt(lines, offset);
  }
  return '';
}

function offsetOf(document: Document, path: readonly (string | number)[]): number | undefined {
  const key = path.at(-1);
  const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents;
  if (typeof key === 'string' && isMap(parent)) {
    const pair = parent.items.find((item) => isScalar(item.key) && item.key.value === key);
    if (pair && isScalar(pair.key)) return pair.key.range?.[0];
    return undefined;
  }
  const node = path.length === 0 ? document.contents : document.getIn(path, true);
  return isNode(node) ? node.range?.[0] : undefined;
}

function placeAt(lines: LineCounter, offset: number): string {
  const { line, col } = lines.linePos(offset);
  return line === 0 ? '' : `line ${line}:${col} `;
}

function invalid(file: string, problems: readonly string[]): AssayError {
  return new AssayError('STEPS_INVALID', `${file}: ${problems.join(`\n${file}: `)}`, {
    next: 'Correct the file and run the same command again; nothing was run.',
  });
}
