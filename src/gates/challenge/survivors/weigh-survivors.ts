import { applyEdits, type TextEdit } from '#code/mutants/mutant.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { MutantResult } from '../../mutation/mutation-result.ts';
import type { TreeRunner } from '../../tree-runner.ts';
import { within } from '../../within.ts';
import type { ChangedCode } from '../changed-code.ts';
import { calledIn } from '../fresh/ask-fresh.ts';
import type { OutsideQuestion } from '../observe/ask-outside.ts';
import { askBoth, askOriginal } from './ask-both.ts';
import { inputsNearCheck } from './inputs-near-check.ts';
import { watchBoth } from './watch-both.ts';
import type { Basis, Weight } from './weight.ts';

export interface WeighOrder {
  readonly treeRunner: TreeRunner;
  readonly tree: TreeHash;
  readonly code: ChangedCode;
  readonly basis: Basis;
  readonly ms: number;
}

const LATE: Weight = { type: 'unasked', why: 'time was up' };
const MOST_QUESTIONS = 500;

/**
 * Whether mutants that no test noticed make a difference. Code and mutant get the same calls: those of the tests,
 * similar ones, and inputs on both sides of the check; where that is impossible, the tests' own calls are compared. A
 * mutant that cannot be distinguished from the code is no fault of the tests.
 */
export async function weighSurvivors(
  { treeRunner, tree, code, basis, ms }: WeighOrder,
  survivors: readonly MutantResult[],
  signal: AbortSignal,
): Promise<ReadonlyMap<MutantResult, Weight>> {
  const weights = new Map<MutantResult, Weight>(survivors.map((each) => [each, LATE]));
  if (survivors.length === 0) return weights;
  return within(ms, signal, (late) => weigh({ treeRunner, tree, code, basis }, survivors, weights, { signal, late }));
}

async function weigh(
  { treeRunner, tree, code, basis }: Omit<WeighOrder, 'ms'>,
  survivors: readonly MutantResult[],
  weights: Map<MutantResult, Weight>,
  { signal, late }: { readonly signal: AbortSignal; readonly late: AbortSignal },
): Promise<ReadonlyMap<MutantResult, Weight>> {
  try {
    const questions = questionsFor(code, basis, survivors);
    const original = await askOriginal(treeRunner, code, basis, questions, late);
    for (const survivor of survivors) {
      const text = (edits: readonly TextEdit[]) => ({
        path: survivor.file,
        text: mistaken(code, survivor.file, edits),
      });
      const { edits } = survivor.mutant;
      const asked = await askBoth(treeRunner, code, basis, text(edits), { questions, original }, late);
      const weight =
        asked.type === 'matters' || !hasMore(basis, survivor.file)
          ? asked
          : together(asked, await watchBoth(treeRunner, tree, code, basis, text(inPlace(code, survivor)), late));
      if (!late.aborted) weights.set(survivor, weight);
    }
  } catch (thrown) {
    if (!late.aborted) throw thrown;
  }
  signal.throwIfAborted();
  return weights;
}

/** Near the checks first: those are what the survivors are about. */
function questionsFor(
  code: ChangedCode,
  { plain, questions }: Basis,
  survivors: readonly MutantResult[],
): OutsideQuestion[] {
  const checks = [...new Set(survivors.map(({ mutant }) => `${mutant.before}\n${mutant.after}`))].join('\n');
  const near = calledIn(code, plain).flatMap(({ module, name, calls, wrap }) => {
    const tested = [...new Map(calls.map(({ args }) => [JSON.stringify(args), args])).values()].slice(0, 6);
    return inputsNearCheck(tested, checks).map((args) => ({ module, name, args: wrap(args) }));
  });
  const all = new Map([...near, ...questions].map((each) => [`${each.module}\n${each.name}\n${each.args}`, each]));
  return [...all.values()].slice(0, MOST_QUESTIONS);
}

/** Calls of the file's functions were seen that cannot be repeated outside. */
const hasMore = ({ seen, plain }: Basis, file: string): boolean =>
  seen.calls.some((call) => call.function.path === file && !plain.includes(call));

function together(outside: Weight, inTests: Weight): Weight {
  if (inTests.type === 'matters' || outside.type === 'unasked') return inTests;
  if (inTests.type !== 'same' || outside.type !== 'same') return outside;
  return { type: 'same', calls: outside.calls + inTests.calls };
}

const mistaken = ({ sources }: ChangedCode, path: string, edits: readonly TextEdit[]): string =>
  applyEdits(sources.find((source) => source.path === path)?.text ?? '', edits);

/** With as many lines as before: functions are watched by their lines. */
function inPlace({ sources }: ChangedCode, { file, mutant }: MutantResult): TextEdit[] {
  const text = sources.find(({ path }) => path === file)?.text ?? '';
  const lines = (part: string): number => part.split('\n').length - 1;
  return mutant.edits.map(({ start, end, replacement }) => ({
    ...{ start, end },
    replacement: replacement + '\n'.repeat(Math.max(0, lines(text.slice(start, end)) - lines(replacement))),
  }));
}
