import type { McpPrompt } from '../../mcp/offers.ts';

/** What people often ask of their own agent, in words that use the gate's tools. */
export const GATE_PROMPTS: readonly McpPrompt[] = [
  {
    name: 'work',
    title: 'Work on the plan',
    description: 'Makes the next PR of the plan, step by step, through the gate.',
    arguments: [],
    text: () =>
      'Call get_task and follow it: make one attempt, call submit_work, read the answer, and begin again until the plan is done or a person is needed. Do not run the tests yourself. If you cannot continue, call submit_work with `blocker` and tell me what you need.',
  },
  {
    name: 'status',
    title: 'The state of the plan',
    description: 'What is proven, what was refused and why, what comes next. Changes nothing.',
    arguments: [],
    text: () =>
      'Call get_task and tell me, without changing anything: which PR of the plan is open, which step it is at, what was refused last and why, and what comes next. Do not begin to work on it.',
  },
  {
    name: 'plan',
    title: 'Write a plan',
    description: 'Turns what you want into pull requests with criteria that tests can prove.',
    arguments: [{ name: 'want', description: 'what should be there afterwards, in your own words', required: true }],
    text: ({ want }) =>
      `Write or extend the plan of this repository (the file that .assay/config.json names; PLAN.md where it names none) for this: ${want}\n\nA level-two heading "## PR n: title" for each pull request, small enough for one review; under it what it does in a sentence, and a list of criteria "- [ ] …". Each criterion is something a test can be red for before and green after: name inputs, results and errors exactly. Look at the code first, so that names and files are the right ones. Write no code, and commit nothing; then show me the plan. "assay plan check" says whether it can be read.`,
  },
];
