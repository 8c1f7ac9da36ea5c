import type { Refusal } from '#contracts/gate.ts';
import type { TestCase } from '#contracts/test-run.ts';
import type { TestFile, WrittenTest } from '../inventory/test-inventory.ts';
import type { TreeRun } from '../ledger/tree-run.ts';
import { writtenNameOf } from './is-run-of.ts';
import { onlyOtherDocstring } from './other-docstring.ts';
import type { ProofInputs } from './proof-inputs.ts';
import type { WholeRun } from './run-all.ts';

type Files = ReadonlyMap<string, TestFile>;

/**
 * Tests that are gone from the text. One whose body appears elsewhere was renamed; one that is replaced by a red test
 * with most of its words was changed as it was renamed or moved. The review is told of both.
 */
export function goneByText({ change, before, after }: ProofInputs, red: ReadonlySet<WrittenTest>): Refusal[] {
  const bodies = change.added.map(({ fact }) => fact.bodyHash);
  const heirs = change.added.filter((test) => red.has(test));
  const gone = change.removed.filter((test) => {
    const at = test.fact.bodyHash === undefined ? -1 : bodies.indexOf(test.fact.bodyHash);
    if (at >= 0) bodies.splice(at, 1);
    if (at >= 0) return false;
    const heir = heirs.findIndex(
      (each) => isInPlaceOf(each, test) && likeness(wordsOf(test, before), wordsOf(each, after)) >= MOST_OF_IT,
    );
    if (heir >= 0) heirs.splice(heir, 1);
    return heir < 0;
  });
  return gone.length === 0 ? [] : [removed(gone.map(writtenNameOf))];
}

/** In the same file; or moved to another one with its suite, or under its own title where it is in none. */
function isInPlaceOf(heir: WrittenTest, test: WrittenTest): boolean {
  const kept = test.path.length > 1 ? test.path.slice(0, -1) : test.path;
  const place = test.path.length > 1 ? heir.path.slice(0, -1) : heir.path;
  return heir.file === test.file || place.join('\n') === kept.join('\n');
}

/**
 * Tests that the runner reported before and no longer does: rows of a table, tests of a loop, and tests in languages
 * that are not parsed here. As many may be gone as are newly red in the same file; a skipped test replaces none.
 */
export function goneByReport(
  before: TreeRun,
  run: WholeRun,
  at: {
    readonly isTouched: (file: string) => boolean;
    readonly told: readonly TestCase[];
    readonly inputs: ProofInputs;
  },
): Refusal[] {
  const broken = run.runs.flatMap(({ result: { outcome } }) => (outcome.type === 'broken' ? [outcome] : []));
  const isGo = run.runs.some(({ runner }) => runner.runner === 'go test');
  if (before.partial || broken.some(({ kind }) => !UNLOADED.test(kind) && !(isGo && kind === 'crash'))) return [];
  const now = run.tests.map(({ id }) => id);
  // If a file does not load, the run says nothing about files without a reported test.
  const heardOf = new Set(run.tests.map(({ file }) => file));
  const isThere = new Set(now);
  const written = new Set([...at.inputs.before.values()].flatMap(({ tests, path }) => (tests === null ? [] : [path])));
  const isRow = ({ file }: { file: string }): boolean =>
    !written.has(file) || at.inputs.change.around.some((each) => each.file === file);
  const gone = before.tests.filter(
    ({ id, file }) =>
      at.isTouched(file) &&
      isRow({ file }) &&
      (broken.length === 0 || heardOf.has(file)) &&
      !isThere.has(id) &&
      // A test that fails through its parts is reported by them.
      !now.some((each) => each.startsWith(`${id} > `)),
  );
  const idle = new Set(run.tests.flatMap(({ id, state }) => (state === 'skipped' || state === 'todo' ? [id] : [])));
  const silenced = before.tests.filter(
    ({ id, file, state }) => state === 'passed' && idle.has(id) && at.isTouched(file) && isRow({ file }),
  );
  const refusals: Refusal[] = silenced.map(muted);
  for (const [file, lost] of Map.groupBy(gone, (test) => test.file)) {
    const failed = run.tests.filter((test) => test.file === file && test.state === 'failed');
    const panicked = isGo && failed.some(({ failure }) => failure?.kind === 'exception');
    const unexcused = lost.filter(
      (test) =>
        !at.inputs.change.removed.some((each) => writtenNameOf(each) === test.id) &&
        !(panicked && isDeclared(test, at.inputs)),
    );
    const red = failed.length;
    if (unexcused.length > red) refusals.push(removed(unexcused.map(({ id }) => id)));
  }
  return refusals;
}

/** A run that broke in another way may have ended in the middle of a file. */
const UNLOADED = /^(missing-symbol|syntax|exception)$/;

/** In Go a panic or a crash ends its package: later tests did not run, and exist if they are in the source. */
const isDeclared = ({ suites, title }: TreeRun['tests'][number], { after }: ProofInputs): boolean =>
  [...after.values()].some(({ path, text }) => path.endsWith('.go') && text.includes(`func ${suites[0] ?? title}(`));

const muted = ({ id, file }: TreeRun['tests'][number]): Refusal => ({
  code: 'TEST_MUTED',
  message: `${id} passed, and is skipped now`,
  next: 'Let it run: a test that does not count proves nothing.',
  file,
});

const removed = (names: readonly string[]): Refusal => ({
  code: 'TESTS_REMOVED',
  message: `tests are gone: ${names.slice(0, MOST_NAMED).join('; ')}${names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''}`,
  next: 'Restore them, or change what they expect so that they are red. A test may be renamed, but not replaced.',
});

const MOST_NAMED = 5;

/**
 * Whether a changed test still checks everything it did before: only its marks differ, or it contains all of its earlier
 * words in order, and no new word that could keep them from counting. The run shows whether the test ran.
 */
export function onlyGrew(
  { before, after }: { readonly before: WrittenTest; readonly after: WrittenTest },
  was: Files,
  is: Files,
): boolean {
  if (before.fact.bodyHash !== undefined && before.fact.bodyHash === after.fact.bodyHash)
    return before.fact.modifiers.every((mark) => after.fact.modifiers.includes(mark));
  if (after.file.endsWith('.py') && onlyOtherDocstring(linesOf(before, was), linesOf(after, is))) return true;
  const left = wordsOf(before, was);
  let at = 0;
  const gained = wordsOf(after, is).filter((word) => {
    if (left[at] !== word) return true;
    at += 1;
    return false;
  });
  return at === left.length && gained.length > 0 && !gained.some((word) => STEERS.test(word));
}

/** Code that could keep other words from being reached or from counting. */
const STEERS =
  /^(if|else|elif|return|throw|raise|try|catch|except|finally|while|for|switch|case|skip\w*|todo|only|not|or|and|mock\w*|spyOn|stub\w*|setattr|patch|exit|abort|break|continue|yield|exec|eval|true|True|\|\||&&|\?\??|!+|=>)$/;

const linesOf = ({ file, fact }: WrittenTest, files: Files): string =>
  (files.get(file)?.text ?? '')
    .split('\n')
    .slice(fact.lines.first - 1, fact.lines.last)
    .join('\n');

const textOf = (test: WrittenTest, files: Files): string =>
  linesOf(test, files)
    .split('\n')
    .map((line) => line.replace(/(^|\s)(\/\/|#)\s.*$/, '').trim())
    .join('\n');

/** Names, numbers and texts as they stand, and punctuation in runs. */
const wordsOf = (test: WrittenTest, files: Files): string[] =>
  textOf(test, files).match(/(['"`])(?:\\.|(?!\1)[^\\])*\1|[\w$]+|[^\s\w$'"`()[\]{},;]+|[()[\]{},;]/g) ?? [];

const MOST_OF_IT = 0.5;

/** The share of names in one test that the other contains too; words of the language and of runners are ignored. */
function likeness(one: readonly string[], other: readonly string[]): number {
  const theirs = new Set(other);
  const named = [...new Set(one)].filter((word) => /^\w{2,}$/.test(word) && !COMMON.test(word));
  return named.length === 0 ? 0 : named.filter((word) => theirs.has(word)).length / named.length;
}

const COMMON =
  /^(test|it|describe|def|self|async|await|function|const|let|var|if|else|for|in|of|try|catch|except|return|new|with|as|assert|expect|t|null|undefined|None|true|false|True|False)$/;
