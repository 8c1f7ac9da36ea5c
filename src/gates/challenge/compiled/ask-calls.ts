import { randomBytes } from 'node:crypto';
import type { EvidenceRef } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { PIPE, type ProjectRunner, type TreeRunner } from '../../tree-runner.ts';
import { AnsweredRecord, told } from '../observe/records.ts';
import type { AskedFunction, AskedProject, AskPlace, CompiledAsker } from './asker.ts';
import type { CompiledQuestion } from './questions.ts';

export interface CompiledOrder {
  readonly treeRunner: TreeRunner;
  readonly base: TreeHash;
  readonly tree: TreeHash;
  readonly runner: ProjectRunner;
  readonly functions: readonly AskedFunction[];
  readonly texts: ReadonlyMap<string, string>;
  /** For one run of the tests, including the build. */
  readonly timeoutMs: number;
  /** The changed lines of these files, without tests. */
  readonly sources: ReadonlyMap<string, string>;
}

interface ToldOutcomes {
  readonly outcomes: readonly (string | null)[];
  readonly evidence: EvidenceRef;
}

/** By a program that is no test, on a tree without tests. */
export async function askPlain(
  order: CompiledOrder,
  asker: CompiledAsker,
  questions: readonly CompiledQuestion[],
  signal: AbortSignal,
): Promise<ToldOutcomes | null> {
  const { treeRunner, tree, runner } = order;
  const place = askPlace();
  const made = await asker.asking(
    questions.map(({ call }) => call),
    projectOf(order),
    place,
  );
  if (!made) return null;
  const tests = (await treeRunner.list(tree)).filter((path) => runner.isTestFile(path));
  const without = new Map<string, string | null>(tests.map((path) => [path, null]));
  const edits = new Map([...without, ...made.shared, ...made.program]);
  const channel = { at: place.at, files: {} };
  const { heard, evidence } = await treeRunner.run(await treeRunner.write(tree, edits), made.command, signal, channel);
  return { outcomes: outcomesOf(heard, place.nonce, questions.length), evidence };
}

/** By a test: after all others, or alone. */
export async function askInTest(
  order: CompiledOrder,
  asker: CompiledAsker,
  questions: readonly CompiledQuestion[],
  signal: AbortSignal,
  beside: 'all' | 'alone' = 'all',
): Promise<ToldOutcomes | null> {
  const { treeRunner, tree, runner, timeoutMs } = order;
  const place = askPlace();
  const made = await asker.asking(
    questions.map(({ call }) => call),
    projectOf(order),
    place,
  );
  if (!made) return null;
  const edits = new Map([...made.shared, ...made.test]);
  const { heard, evidence } = await treeRunner.test(
    {
      tree: await treeRunner.write(tree, edits),
      of: tree,
      runner,
      select: beside === 'alone' ? made.alone : { type: 'all' },
      timeoutMs,
      channel: { at: place.at, files: {} },
    },
    signal,
  );
  return { outcomes: outcomesOf(heard, place.nonce, questions.length), evidence };
}

function outcomesOf(heard: string | null | undefined, nonce: string, count: number): (string | null)[] {
  const outcomes: (string | null)[] = Array.from({ length: count }, () => null);
  for (const record of told(AnsweredRecord, heard, nonce).records)
    if (record.k === 'q' && outcomes[record.n] === null) outcomes[record.n] = record.o;
  return outcomes;
}

/** The same tree with main's test files. */
export async function mainsTests({ treeRunner, base, tree, runner }: CompiledOrder): Promise<TreeHash> {
  const { files } = await treeRunner.diff(base, tree);
  return treeRunner.overlay(
    tree,
    base,
    files.map(({ path }) => path).filter((path) => runner.isTestFile(path)),
  );
}

export const askPlace = (): AskPlace & { at: string } => {
  const at = `/tmp/${randomBytes(6).toString('hex')}`;
  return {
    at,
    nonce: randomBytes(12).toString('hex'),
    pipe: `${at}/${PIPE}`,
    key: `k${randomBytes(4).toString('hex')}`,
  };
};

export const projectOf = ({ treeRunner, tree, runner, texts }: CompiledOrder): AskedProject => ({
  ...{ root: runner.root, texts },
  read: (path) => treeRunner.read(tree, path),
});
