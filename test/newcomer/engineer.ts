import type { Json } from '#contracts/json.ts';
import type { Scenario, SimAnswer } from '#sim/types.ts';
import type { NewcomerProject } from './projects.ts';

const says = (claim: Json): SimAnswer => ({ parts: [{ type: 'json', value: { claim, blocker: null } }] });
const writes = ({ path, text }: { readonly path: string; readonly text: string }): SimAnswer => ({
  parts: [{ type: 'toolCall', name: 'write', input: { path, text } }],
});

/** An honest engineer, a second author and a reviewer for the README's plan, in one of the projects. */
export const engineerOf = ({ test, blind, code }: NewcomerProject): Scenario => ({
  name: 'newcomer',
  description: 'The PR of the README.',
  answer({ system, messages, turn }) {
    const briefing = messages[0]?.text ?? '';
    if (system.startsWith('You review')) return says(reviewOf(briefing));
    if (system.startsWith('You write tests'))
      return turn === 1
        ? writes(blind)
        : says({ tests: blind.names.map((name) => ({ name, behaviour: 'what the plan says' })) });
    if (briefing.startsWith('# INITIALIZING'))
      return turn === 1
        ? writes({ path: '.assay/ACTIVE_PR.json', text: JSON.stringify(DRAFT) })
        : says({ summary: 'drafted' });
    if (briefing.includes('analysis_decision'))
      return says({ summary: 'fails as meant', analysis_decision: 'SUCCESS' });
    if (briefing.includes('## RED'))
      return turn === 1 ? writes(test) : says({ summary: 'wrote the failing tests', expectation: 'FAIL' });
    return turn === 1 ? writes(code) : says({ summary: 'parses dates', expectation: 'PASS' });
  },
});

const DRAFT: Json = {
  masterPlanPath: 'PLAN.md',
  prTitle: 'feat: Parse ISO dates',
  summary: 'parseDate reads calendar dates.',
  verificationPlan: 'the tests',
  tasks: [
    {
      taskName: 'Parse dates',
      tdd_steps: [
        { type: 'RED', description: 'reads a date and refuses a day that does not exist', criteria: [1, 2] },
        { type: 'GREEN', description: 'parseDate' },
      ],
    },
  ],
};

/** Finds nothing, and names a file of the change for every criterion and every doubt. */
function reviewOf(prompt: string): Json {
  const [, file = ''] = /^(?:added|modified) (\S+)$/m.exec(prompt) ?? [];
  const asked = [...prompt.matchAll(/^([CD]\d+)\. /gm)].map(([, what = '']) => what);
  return { findings: [], judged: asked.map((what) => ({ what, holds: true, evidence: `${file}:1` })) };
}
