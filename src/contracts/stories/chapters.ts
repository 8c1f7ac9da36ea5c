import { HYBRID_TDD, RESEARCH } from '../workflow-names.ts';

/** A part of a workflow as people tell it, and what its steps do. */
export interface Chapter {
  readonly title: string;
  /** Title of each node, in the words of somebody who watches. */
  readonly steps: Readonly<Record<string, string>>;
}

const CHAPTERS: Readonly<Record<string, readonly Chapter[]>> = {
  [HYBRID_TDD]: [
    { title: 'Spec', steps: { begin: 'Read the spec, measure main' } },
    {
      title: 'Types',
      steps: {
        types: 'Design the types',
        typesFix: 'Mend the design',
        skeleton: 'Build the skeleton',
        typeAdversary: 'Look for holes in the types',
        gate: 'Decide on the holes',
      },
    },
    {
      title: 'Tests ∥ code',
      steps: {
        fork: 'Part the two sides',
        tests: 'Write tests, blind to the code',
        impl: 'Write code, blind to the tests',
        verifyEarly: 'Run the first tests on the skeleton',
        verifyTDD: 'Run the tests on the skeleton',
        join: 'Wait for both sides',
      },
    },
    {
      title: 'Verdict',
      steps: {
        merge: 'Bring both sides together',
        validate: 'Run the tests on the code',
        fix: 'Mend the code',
        postValidate: 'Try mutants of the code',
        explain: 'Explain the mutants that lived',
        explained: 'Weigh the explanations',
        mutationAdversary: 'Explain the mutants that lived',
        strengthen: 'Strengthen the tests',
        examine: 'Examine the change as the gate of a PR does',
        review: 'Review by fresh eyes',
      },
    },
    { title: 'Merge', steps: { exit: 'Land on main' } },
  ],
  [RESEARCH]: [
    {
      title: 'Question',
      steps: {
        begin: 'Take the question',
        next: 'Take the next stage',
        analyze: 'Take the question apart',
        pause: 'Show what was found',
      },
    },
    {
      title: 'Sources',
      steps: { calibrate: 'Look at the web', retrieve: 'Look it up', think: 'Think about what was found' },
    },
    {
      title: 'Answer',
      steps: { synthesize: 'Write the answer', verify: 'Check every sentence against its source' },
    },
  ],
  chat: [{ title: 'Conversation', steps: { listen: 'Wait for a message', turn: 'Answer' } }],
};

/** Null for a workflow that nobody has described: its steps are told in order, under their own names. */
export const chaptersOf = (graph: string): readonly Chapter[] | null => CHAPTERS[graph] ?? null;

/** `typeAdversary` as a person writes it; what is no such name stays as it is. */
export const nameInWords = (name: string): string => {
  if (!/^[a-z]+(?:[A-Z][a-z]*|-[a-z]+)*$/.test(name)) return name;
  const words = name.replaceAll('-', ' ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};
