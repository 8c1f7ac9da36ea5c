import type { Finding } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { ProjectRunner, TreeRunner } from '../../tree-runner.ts';
import { spokenOf } from '../own-values/spoken-of.ts';
import { NOTHING, type Part, UNMEASURED } from '../part.ts';

/** A function of which nothing but its tests' own inputs was seen to be answered. */
export interface Narrow {
  readonly file: string;
  readonly line: number;
  readonly message: string;
  /** What it answers otherwise than all the rest; none where it leaves out an argument. */
  readonly words: readonly string[];
}

/**
 * A table of words may be what is meant (names of states) or the tests' own answers. Words that main speaks of outside of
 * its tests, in code, documents or the plan, have a meaning there; of others nothing is known but that the tests ask them.
 */
export async function judgeNarrow(
  treeRunner: TreeRunner,
  base: TreeHash,
  runner: ProjectRunner,
  narrow: readonly Narrow[],
): Promise<Part> {
  if (narrow.length === 0) return NOTHING;
  const said = narrow.every(({ words }) => words.length === 0) ? [] : await spokenOf(treeRunner, base, runner);
  // The plan's own examples of what is to be read are what tests are made of: that it names them makes no table of them.
  const isSaid = (word: string): boolean =>
    !isSmallNumber(word) && said.some(({ text, isCode }) => (isCode || !isQuantity(word)) && asWord(word).test(text));
  const isMeant = ({ words }: Narrow): boolean => words.length > 0 && words.every(isSaid);
  return {
    ...NOTHING,
    findings: narrow.filter((each) => !isMeant(each)).map(findingOf),
    doubts: narrow.filter(isMeant).map(({ file, message }) => `${file}: ${message}`),
  };
}

/** `20` stands in any project, and says nothing there. */
const isSmallNumber = (word: string): boolean => /^-?\d{1,3}$/.test(word);

/** `1h30m`, `2026-02-28`, `10K`: a number with something around it, not a name and not a code. */
const isQuantity = (word: string): boolean => /^[+-]?\d.*\D/.test(word);

const asWord = (word: string): RegExp => new RegExp(`(?<!\\w)${word.replace(/[^\w\s]/g, '\\$&')}(?!\\w)`, 'i');

const findingOf = ({ file, line, message, words }: Narrow): Finding => ({
  ...{ file, line, severity: 'major', code: UNMEASURED },
  message: `${message} ${words.length === 0 ? 'Test a case where it makes a difference' : 'Compute the answer; if these exact words are intended, the plan should name them'}, or a person can waive this`,
});
