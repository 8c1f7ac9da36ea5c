import type { Chapter } from '#contracts/stories/chapters.ts';

/** The story of a run: from the spec to the merge. */
export const HYBRID_TDD_CHAPTERS: readonly Chapter[] = [
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
];
