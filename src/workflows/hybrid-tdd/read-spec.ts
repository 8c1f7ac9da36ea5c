import { parseDocument, stringify } from 'yaml';
import type { z } from 'zod';
import { AssayError } from '#contracts/errors.ts';
import { nearestNames } from '#host/nearest-names.ts';
import { languageNames, languageOfPath, TDD_LANGUAGES } from './languages/languages.ts';
import { Spec, type SpecExample, SpecProperty, Strictness } from './spec.ts';

export type SpecReading =
  | { readonly ok: true; readonly spec: Spec }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Parses a spec: YAML, JSON, or Markdown with the fields as front matter and the description as text. */
export function readSpec(text: string): SpecReading {
  const { head, body } = splitMarkdown(text);
  const document = parseDocument(head, { uniqueKeys: true, prettyErrors: true });
  if (document.errors.length > 0) return refuse(document.errors.map(({ message }) => message.trim()));
  const value: unknown = document.toJS({ maxAliasCount: 20 });
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    return refuse(['it is not a list of fields']);
  const given: Record<string, unknown> = { ...value };
  if (body !== '') given.description = typeof given.description === 'string' ? `${given.description}\n\n${body}` : body;
  return checkSpec(given);
}

export function checkSpec(given: Readonly<Record<string, unknown>>): SpecReading {
  const unknown = unknownKeys(given);
  const language = given.language ?? languageOfPath(String(given.implPath ?? ''))?.name;
  const known = Object.fromEntries(Object.entries(given).filter(([key]) => key in Spec.shape));
  const parsed = Spec.safeParse({ ...known, ...(language === undefined ? {} : { language }) });
  if (!parsed.success) return refuse([...unknown, ...parsed.error.issues.map(inWords)]);
  const problems = [...unknown, ...pathProblems(parsed.data), ...contradictions(parsed.data.examples)];
  return problems.length > 0 ? refuse(problems) : { ok: true, spec: parsed.data };
}

/** The spec, or CONFIG_INVALID with everything that is wrong with it. */
export function specFrom(text: string, name: string): Spec {
  const reading = readSpec(text);
  if (reading.ok) return reading.spec;
  throw new AssayError(
    'CONFIG_INVALID',
    `${name} is not a spec:\n${reading.problems.map((each) => `- ${each}`).join('\n')}`,
    {
      next: 'Needed: module, description, criteria, implPath, testPath and at least one example {input, output}.',
    },
  );
}

export const specToYaml = (spec: Spec): string => stringify(spec, { lineWidth: 100 });

const refuse = (problems: readonly string[]): SpecReading => ({ ok: false, problems });

function splitMarkdown(text: string): { head: string; body: string } {
  const [, head, body] = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(text) ?? [];
  return head === undefined ? { head: text, body: '' } : { head, body: (body ?? '').trim() };
}

function unknownKeys(given: Readonly<Record<string, unknown>>): string[] {
  const found = misnamed(Object.keys(given), Object.keys(Spec.shape), '');
  const { strictness, properties } = given;
  if (isRecord(strictness))
    found.push(...misnamed(Object.keys(strictness), Object.keys(Strictness.shape), 'strictness.'));
  if (Array.isArray(properties))
    for (const property of properties.filter(isRecord))
      found.push(...misnamed(Object.keys(property), Object.keys(SpecProperty.shape), 'properties.'));
  return found;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const misnamed = (keys: readonly string[], known: readonly string[], at: string): string[] =>
  keys
    .filter((key) => !known.includes(key))
    .map((key) => {
      const [near] = nearestNames(key, known);
      return `${at}${key} is not a field${near === undefined ? `; known fields: ${known.join(', ')}` : `; did you mean ${at}${near}?`}`;
    });

function inWords(issue: z.core.$ZodIssue): string {
  const path = issue.path.join('.');
  if (path === 'language')
    return `language is ${languageNames().join(' or ')}, or follows from the extension of implPath`;
  if (path === 'implPath' || path === 'testPath')
    return `${path} is ${Spec.shape[path].description ?? 'a path'}; one that leads out of the repository is not`;
  if (path === 'examples')
    return 'examples: at least one {input, output}; without one the agents have nothing to agree on';
  return `${path === '' ? 'the spec' : path}: ${issue.message}`;
}

function pathProblems({ implPath, testPath, language }: Spec): string[] {
  const problems: string[] = [];
  const adapter = TDD_LANGUAGES.find(({ name }) => name === language);
  for (const [name, path] of Object.entries({ implPath, testPath })) {
    if (/(^|\/)(\.git|\.assay|node_modules)(\/|$)/.test(path))
      problems.push(`${name} is in a folder that is not for code: ${path}`);
    if (path.startsWith('./') || path.includes('//'))
      problems.push(`${name} is written plainly, as in src/stack.ts: ${path}`);
    if (adapter && !adapter.extensions.some((extension) => path.endsWith(extension)))
      problems.push(`${name} is no ${language} file: ${path}`);
  }
  if (implPath === testPath) problems.push('implPath and testPath are the same file');
  if (adapter && !adapter.isTestPath(testPath))
    problems.push(`${adapter.runner} does not treat testPath as a test file: ${testPath}`);
  if (adapter?.isTestPath(implPath)) problems.push(`implPath is a test file: ${implPath}`);
  return problems;
}

/** One input with two outputs. */
function contradictions(examples: readonly SpecExample[]): string[] {
  const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
  const outputs = Map.groupBy(examples, ({ input }) => plain(input));
  return [...outputs].flatMap(([input, group]) => {
    const different = [...new Set(group.map(({ output }) => plain(output)))];
    return different.length > 1 ? [`examples contradict each other: ${input} gives ${different.join(' and ')}`] : [];
  });
}
