import type { FunctionDesign, TypeHole, TypesClaim } from '../claims.ts';
import { type Hint, hintsFrom } from '../decide/holes.ts';
import type { LanguageWords } from '../languages/language.ts';
import { languageNamed } from '../languages/languages.ts';
import type { Designing, Failing, Gated, ImplTask, MutatedWork, Strengthening, TestsTask } from '../ports.ts';
import type { Spec } from '../spec.ts';
import type { Feedback, Proposal, StructuredFailure, Survivor, Understanding } from '../state.ts';

/** The data of templates. No path of a workspace, no commit, no cost: an agent needs none of it. */

export interface DesignContext {
  readonly spec: Spec;
  readonly words: LanguageWords;
  readonly last: TypesClaim | null;
  readonly holes: readonly TypeHole[];
  readonly feedback: Feedback | null;
  readonly priorFixes: readonly string[];
}

export interface AdversaryContext {
  readonly spec: Spec;
  readonly design: TypesClaim;
}

interface BlindContext {
  readonly spec: Spec;
  readonly words: LanguageWords;
  readonly typeName: string;
  readonly functions: readonly FunctionDesign[];
  /** Names only: what the other side works on. */
  readonly echoes: readonly string[];
  readonly hints: readonly Hint[];
  readonly feedback: Feedback | null;
}

export interface TestsContext extends BlindContext {
  readonly proposals: readonly Proposal[];
}
export type ImplContext = BlindContext;

export interface FixContext {
  readonly spec: Spec;
  readonly words: LanguageWords;
  readonly functions: readonly FunctionDesign[];
  readonly failures: readonly StructuredFailure[];
  readonly understanding: Understanding;
  readonly feedback: Feedback | null;
}

export interface MutationContext {
  readonly spec: Spec;
  readonly functions: readonly FunctionDesign[];
  readonly survivors: readonly Survivor[];
}

const wordsFor = ({ language, implPath, testPath }: Spec): LanguageWords =>
  languageNamed(language).words(implPath, testPath);

export const designContext = ({ job, last, holes, feedback, priorFixes }: Designing): DesignContext => ({
  spec: job.spec,
  words: wordsFor(job.spec),
  last: last?.claim ?? null,
  holes,
  feedback,
  priorFixes,
});

const blindContext = ({ job, design, adversary }: Gated) => ({
  spec: job.spec,
  words: wordsFor(job.spec),
  typeName: design.claim.typeName,
  functions: design.claim.functions,
  hints: hintsFrom(adversary),
});

export const testsContext = (task: TestsTask): TestsContext => ({
  ...blindContext(task),
  echoes: (task.impl?.claim.functions ?? task.design.claim.functions).map(({ name }) => name),
  feedback: task.feedback,
  proposals: [],
});

export const implContext = (task: ImplTask): ImplContext => ({
  ...blindContext(task),
  echoes: task.design.claim.functions.flatMap(({ properties }) => properties.map(({ name }) => name)),
  feedback: task.feedback,
});

/** As blind as before: it is told which mutant was made where, but not the implementation. */
export const strengthenContext = (task: Strengthening): TestsContext => ({
  ...blindContext(task),
  echoes: task.impl.claim.functions.map(({ name }) => name),
  feedback: task.feedback,
  proposals: task.proposals,
});

export const fixContext = ({ job, design, failures, understanding, feedback }: Failing): FixContext => ({
  spec: job.spec,
  words: wordsFor(job.spec),
  functions: design.claim.functions,
  failures,
  understanding,
  feedback,
});

export const mutationContext = ({ job, design, mutation }: MutatedWork): MutationContext => ({
  spec: job.spec,
  functions: design.claim.functions,
  survivors: mutation.type === 'measured' ? mutation.survivors : [],
});
