import type { TreeRunner } from '../../tree-runner.ts';
import type { ChangedCode } from '../changed-code.ts';
import { type Answers, askOutside, type OutsideQuestion } from '../observe/ask-outside.ts';
import { brief } from '../part.ts';
import { refersToItself } from './refers-to-itself.ts';
import { isSameAnswer } from './same-answer.ts';
import type { Basis, Weight } from './weight.ts';

/** A file with a mutant in it. */
export interface Mistake {
  readonly path: string;
  readonly text: string;
}

/** The answers of the unchanged code; made once for all mutants. */
export const askOriginal = (
  treeRunner: TreeRunner,
  code: ChangedCode,
  { bare, options }: Basis,
  questions: readonly OutsideQuestion[],
  signal: AbortSignal,
): Promise<Answers> => askOutside(treeRunner, bare, code, questions, options, signal);

/** The same calls of code and mutant in plain processes; a difference counts if it occurs twice. */
export async function askBoth(
  treeRunner: TreeRunner,
  code: ChangedCode,
  basis: Basis,
  { path, text }: Mistake,
  { questions, original }: { readonly questions: readonly OutsideQuestion[]; readonly original: Answers },
  signal: AbortSignal,
): Promise<Weight> {
  const answered = original.outcomes.filter((each) => each !== null).length;
  if (answered === 0) return { type: 'unasked', why: 'it cannot be called outside its tests' };
  const broken = await treeRunner.write(basis.bare, new Map([[path, text]]));
  const ask = (tree: typeof broken, some: readonly OutsideQuestion[]): Promise<Answers> =>
    askOutside(treeRunner, tree, code, some, basis.options, signal);
  const mistaken = await ask(broken, questions);
  const differing = questions.filter((_, n) => differs(original, mistaken, n)).slice(0, 8);
  if (differing.length === 0) return { type: 'same', calls: answered };
  const [first, second] = await Promise.all([ask(basis.bare, differing), ask(broken, differing)]);
  const at = (question: OutsideQuestion): number => questions.indexOf(question);
  const isSure = (question: OutsideQuestion, n: number): boolean =>
    first.outcomes[n] === original.outcomes[at(question)] &&
    second.outcomes[n] === mistaken.outcomes[at(question)] &&
    first.outcomes[n] !== second.outcomes[n];
  const asked = new Set(basis.plain.map(({ args }) => args));
  const isOrdinary = ({ args }: OutsideQuestion): boolean => asked.has(args) || !refersToItself(args);
  const ordinary = differing.findIndex((question, n) => isSure(question, n) && isOrdinary(question));
  const sure = ordinary >= 0 ? ordinary : differing.findIndex(isSure);
  const question = differing[sure];
  if (!question) return { type: 'same', calls: answered };
  const told = (outcome: string | null | undefined): string => brief(outcome ?? 'no answer', 120);
  const say = `${nameOf(question)}(${brief(question.args.slice(1, -1), 120)}) returns ${told(first.outcomes[sure])}, but ${told(second.outcomes[sure])} with the mutant`;
  return { type: ordinary >= 0 ? 'matters' : 'contrived', say };
}

/** For composed calls: the last call. */
const nameOf = ({ name }: OutsideQuestion): string => {
  const [, of = '', , ...steps] = name.split(':');
  return name.includes(':') ? [of, steps.at(-2)].filter(Boolean).join('.') : name;
};

/** An answer that differs, or is missing. */
function differs(original: Answers, mistaken: Answers, n: number): boolean {
  const [was, is] = [original.outcomes[n] ?? null, mistaken.outcomes[n] ?? null];
  if (was === null) return false;
  return is === null ? !mistaken.whole && mistaken.outcomes.indexOf(null) === n : !isSameAnswer(was, is);
}
