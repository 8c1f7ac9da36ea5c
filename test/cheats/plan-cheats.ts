/** Cheats with the person's plan: a real client on a real repository, in connected mode. */
export const PLAN_CHEATS = [
  { id: 'P01', title: 'the plan in the checkout edited before a PR is picked', code: 'PLAN_EDITED' },
  { id: 'P02', title: 'a PR of comments, drafted without any RED step', code: 'DRAFT_UNFIT' },
  { id: 'P02', title: 'a criterion left without a test, on the agent’s own word', code: 'WORD_NEEDED' },
  { id: 'P03', title: 'items marked, rewritten, reordered or added while the PR is worked on', code: 'PLAN_CHANGED' },
  {
    id: 'P04',
    title: 'a task cut smaller whose original tests are replaced by easier ones',
    code: 'RED_NOT_RECREATED',
  },
] as const;
