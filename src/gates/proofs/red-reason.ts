import { posix } from 'node:path';
import { readSource } from '#code/facts/read-source.ts';
import type { SyntaxNode } from '#code/parse/syntax-tree.ts';
import { grammarOf } from '#code/symbols/languages.ts';
import type { Refusal } from '#contracts/gate.ts';
import type { TestFailure } from '#contracts/test-run.ts';
import type { ProjectRunner } from '../tree-runner.ts';
import { foreignModule, type OwnModules } from './own-modules.ts';
import { waitsForCallback } from './waits-for-callback.ts';

/** Context of a failure: the tree's own texts, and which files are tests. */
export interface RedReasonInputs {
  readonly runners: readonly ProjectRunner[];
  readonly own: OwnModules;
  /** The text of a file of the tree. */
  readonly textOf: (path: string) => string | null;
}

/**
 * Why a failure is not what a RED step wants; null where it may be. Accepted are a failed assertion and a symbol that
 * the code lacks. So is an exception, wherever it is thrown: code under test throws, and libraries report what they saw
 * as plain errors. Whether it comes from what is missing shows at GREEN, when it must be gone with the tests untouched.
 * Certainly wrong are a test that throws by itself, a name that it never defined, and a run that only waits (unless for
 * the code to call it back), crashes or lacks a package.
 */
export async function wrongReason(
  test: {
    readonly name: string;
    readonly file: string;
    readonly lines?: { readonly first: number; readonly last: number };
  },
  failure: TestFailure,
  { runners, own, textOf }: RedReasonInputs,
): Promise<Refusal | null> {
  const foreign = failure.kind === 'missing-symbol' ? foreignModule(failure.message, own) : null;
  if (foreign !== null) return foreignImport(foreign);
  const place = failure.file;
  const inTest = place === undefined || runners.some((runner) => runner.isTestFile(posix.join(runner.root, place)));
  if (failure.kind === 'missing-symbol' && !(inTest && UNDEFINED.test(failure.message))) return null;
  if (failure.kind === 'assertion') return null;
  // A test that ran was loaded, so its syntax error is about a text that its code could not parse.
  const isThrown = failure.kind === 'exception' || failure.kind === 'syntax' || failure.kind === 'unknown';
  const byItself = isThrown && inTest && (await throwsItself(place ?? test.file, failure.line, textOf));
  if (isThrown && !byItself) return null;
  if (failure.kind === 'time-out' && test.lines && waitsForCallback(linesOf(textOf(test.file), test.lines)))
    return null;
  return {
    code: 'RED_WRONG_REASON',
    message: `${test.name} fails by ${failure.kind}${place === undefined ? '' : ` at ${place}:${failure.line ?? '?'}`}: ${failure.message.split('\n')[0]}`,
    next: 'It must fail because of what the code under test does, or on a symbol that does not exist yet.',
    file: test.file,
  };
}

const linesOf = (text: string | null, { first, last }: { readonly first: number; readonly last: number }): string =>
  (text ?? '')
    .split('\n')
    .slice(first - 1, last)
    .join('\n');

const UNDEFINED = /^(ReferenceError: )?[\w$]+ is not defined\b|^NameError: /;

export const foreignImport = (name: string): Refusal => ({
  code: 'RED_BROKEN',
  message: `the test needs ${JSON.stringify(name)}, which is neither installed nor part of this project`,
  next: 'Import what this change adds. A new module of the project can be created empty in this step.',
});

/** Whether the line throws whatever the code does: an unconditional `throw` or `raise` of its own. */
async function throwsItself(
  path: string,
  line: number | undefined,
  textOf: RedReasonInputs['textOf'],
): Promise<boolean> {
  const text = textOf(path);
  const grammar = grammarOf(path);
  if (text === null || grammar === undefined || line === undefined) return false;
  if (/(?<![\w$.])(null|undefined|None|nil)\s*[.[]/.test(text.split('\n')[line - 1] ?? '')) return true;
  const read = await readSource(text, grammar);
  if (!read.ok) return /^\s*(throw|raise|panic!?\()/.test(text.split('\n')[line - 1] ?? '');
  const { tree } = read.source;
  for (let id = 0; id < tree.size; id += 1) {
    const node = tree.node(id);
    if (THROWS.test(node.type) && node.firstLine <= line && node.lastLine >= line) return !isConditional(node);
  }
  return false;
}

const THROWS = /^(throw_statement|raise_statement)$/;
const CONDITIONS =
  /^(if_statement|else_clause|elif_clause|switch_\w+|case_\w+|catch_clause|except_clause|for_\w+|while_\w+|conditional_expression|ternary_expression|match_\w+)$/;
const FUNCTIONS =
  /^(function_declaration|function_expression|arrow_function|function_definition|method_definition|lambda|generator_function\w*)$/;

/** Under a condition, or in a function that is called from elsewhere: then what the code does decides. */
function isConditional(node: SyntaxNode): boolean {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (CONDITIONS.test(at.type)) return true;
    if (FUNCTIONS.test(at.type)) return !isTestBody(at);
  }
  return false;
}

/** The function passed to `test(…)`, or named `test_…`. */
const isTestBody = (node: SyntaxNode): boolean =>
  node.parent?.type === 'arguments' || /^test/i.test(node.child('name')?.text ?? '');
