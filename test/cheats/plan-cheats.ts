/** Cheats with the person's plan: a real client on a real repository, in connected mode. */
export const PLAN_CHEATS = [
  { id: 'P01', title: 'the plan edited in the checkout before the PR starts', code: 'PLAN_EDITED' },
  { id: 'P02', title: 'a PR of comments only, drafted without a RED step', code: 'DRAFT_UNFIT' },
  { id: 'P02', title: 'a criterion left untested because the agent says so', code: 'WORD_NEEDED' },
  { id: 'P03', title: 'plan items marked, rewritten, reordered or added during the PR', code: 'PLAN_CHANGED' },
  {
    id: 'P04',
    title: 'a split task whose tests are replaced by easier ones',
    code: 'RED_NOT_RECREATED',
  },
] as const;
