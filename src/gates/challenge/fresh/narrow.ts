import type { Finding } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { ProjectRunner, TreeRunner } from '../../tree-runner.ts';
import { mentionedOnMain } from '../own-values/mentioned-on-main.ts';
import { NOTHING, type Part, UNMEASURED } from '../part.ts';

/** A function that was only seen to answer its tests' own inputs. */
export interface Narrow {
  readonly file: string;
  readonly line: number;
  readonly message: string;
  /** What it answers differently from all the rest; none where it ignores an argument. */
  readonly words: readonly string[];
  /** Everything else that was asked is refused. */
  readonly refuses?: true;
}

/**
 * A table of words may be intended (names of states) or be the tests' own answers. Words that main mentions outside of
 * its tests, in code, documents or the plan, have a meaning there; of others only the tests' use is known.
 */
export async function judgeNarrow(
  treeRunner: TreeRunner,
  base: TreeHash,
  runner: ProjectRunner,
  narrow: readonly Narrow[],
): Promise<Part> {
  if (narrow.length === 0) return NOTHING;
  const said = narrow.every(({ words }) => words.length === 0) ? [] : await mentionedOnMain(treeRunner, base, runner);
  // Tests are made from the plan's own examples of inputs, so their mention in the plan does not justify a table.
  const isSaid = (word: string): boolean =>
    !isSmallNumber(word) && said.some(({ text, isCode }) => (isCode || !isQuantity(word)) && asWord(word).test(text));
  const isMeant = ({ words }: Narrow): boolean => words.length > 0 && words.every(isSaid);
  return {
    ...NOTHING,
    findings: narrow.filter((each) => !isMeant(each)).map(findingOf),
    doubts: narrow.filter(isMeant).map(({ file, message }) => `${file}: ${message}`),
  };
}

/** `20` occurs in any project, so it says nothing. */
const isSmallNumber = (word: string): boolean => /^-?\d{1,3}$/.test(word);

/** `1h30m`, `2026-02-28`, `10K`: a number with something around it, not a name and not a code. */
const isQuantity = (word: string): boolean => /^[+-]?\d.*\D/.test(word);

const asWord = (word: string): RegExp => new RegExp(`(?<!\\w)${word.replace(/[^\w\s]/g, '\\$&')}(?!\\w)`, 'i');

const findingOf = ({ file, line, message, words }: Narrow): Finding => ({
  ...{ file, line, severity: 'major', code: UNMEASURED },
  message: `${message} ${words.length === 0 ? 'Test a case where it makes a difference' : 'Compute the answer; if these exact words are intended, the plan should name them'}, or a person can waive this`,
});
