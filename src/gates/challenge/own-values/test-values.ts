import { posix } from 'node:path';
import type { Finding } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { TestCase, TestEvidence } from '#contracts/test-run.ts';
import type { TestFile } from '../../inventory/test-inventory.ts';
import { brokenCodeTimeout } from '../../ledger/tree-times.ts';
import type { ProjectRunner, TreeRunner } from '../../tree-runner.ts';
import type { ChangedSource } from '../changed-code.ts';
import { brief, NOTHING, type Part } from '../part.ts';
import { fragments } from './fragments.ts';
import { type Literal, lookedUp } from './looked-up.ts';
import { mentionedOnMain } from './mentioned-on-main.ts';
import { renamed, renaming } from './renaming.ts';

export interface OwnValuesOrder {
  readonly runner: ProjectRunner;
  readonly sources: readonly Pick<ChangedSource, 'path' | 'language' | 'text' | 'lines'>[];
  /** Those that the change touches. */
  readonly tests: readonly Pick<TestFile, 'path' | 'text'>[];
}

/** Each costs two runs of the touched tests. */
const MOST_VALUES = 4;

/**
 * Code that knows a value which only its tests have. Such a value is renamed in the tests alone: if they fail then, and
 * pass as soon as it is renamed in the code too, the two only agreed on it, and nothing is computed. A value that main
 * mentions outside of its tests has a meaning there, and is not tried.
 */
export async function testValues(
  treeRunner: TreeRunner,
  { base, tree }: { readonly base: TreeHash; readonly tree: TreeHash },
  { runner, sources, tests }: OwnValuesOrder,
  signal: AbortSignal,
): Promise<Part> {
  const found: { source: (typeof sources)[number]; literal: Literal }[] = [];
  for (const source of sources)
    for (const literal of await knownIn(source))
      if (tests.some(({ text }) => renaming(literal).isIn(text))) found.push({ source, literal });
  if (found.length === 0) return NOTHING;
  const meant = await mentionedOnMain(treeRunner, base, runner);
  const suspects = found.filter(({ literal }) => !meant.some(({ text }) => renaming(literal).isIn(text)));
  const findings: Finding[] = [];
  const timeoutMs = await brokenCodeTimeout(treeRunner, tree, runner);
  const run = async (of: TreeHash): Promise<TestEvidence> =>
    (await treeRunner.test({ tree: of, runner, select: selection(runner, tests), timeoutMs }, signal)).value;
  const plain = suspects.length === 0 ? null : await run(tree);
  for (const { source, literal } of suspects.slice(0, MOST_VALUES)) {
    const { to } = renaming(literal);
    const edits = new Map(tests.map(({ path, text }) => [path, renamed(text, literal)]));
    const alone = await run(await treeRunner.write(tree, edits));
    const gone = plain ? missing(plain.tests, alone.tests, literal) : [];
    if (gone.length === 0) continue;
    const both = new Map([...edits, [source.path, renamed(source.text, literal)]]);
    const together = await run(await treeRunner.write(tree, both));
    const again = missing(plain?.tests ?? [], together.tests, literal);
    const [first] = gone.filter((id) => !again.includes(id));
    if (first !== undefined) findings.push(findingOf(source.path, literal, to, first));
  }
  const summary = `${suspects.length} values of the tests looked up by the code, ${findings.length} known from nowhere else`;
  const details = { values: suspects.map(({ source, literal }) => ({ file: source.path, ...literal })) };
  return { ...NOTHING, findings, evidence: [await treeRunner.keep('mutants', summary, tree, details)] };
}

/** Whole values first: each is tried at a cost. */
const knownIn = async ({ text, language, lines }: OwnValuesOrder['sources'][number]): Promise<Literal[]> => [
  ...(await lookedUp(text, language, lines)),
  ...(await fragments(text, language, lines)),
];

const selection = ({ root, runner }: ProjectRunner, tests: OwnValuesOrder['tests']) =>
  /^(go|cargo) test$/.test(runner)
    ? ({ type: 'all' } as const)
    : ({ type: 'files', files: tests.map(({ path }) => posix.relative(root, path)) } as const);

/** Tests that passed and no longer do; a value may be in their titles. */
const missing = (before: readonly TestCase[], after: readonly TestCase[], literal: Literal): string[] => {
  const passed = new Set(after.filter(({ state }) => state === 'passed').map(({ id }) => id));
  return before
    .filter(({ id, state }) => state === 'passed' && !passed.has(id) && !passed.has(renamed(id, literal)))
    .map(({ id }) => id);
};

const findingOf = (file: string, { value, line }: Literal, to: string, test: string): Finding => ({
  ...{ file, line, severity: 'critical' },
  message: `the code looks up ${brief(JSON.stringify(value), 80)}, which only its tests use: with ${brief(JSON.stringify(to), 80)} instead in the tests alone, ${test} fails; with it in the code too, it passes. Compute the answer instead of looking up the tests’ own inputs; if the value has a meaning of its own, a person can waive this`,
});
