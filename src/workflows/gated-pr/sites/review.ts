import type { Finding } from '#contracts/gate.ts';
import type { Effect } from '../effects.ts';
import { unwaived } from '../findings.ts';
import type { Site, SiteContext } from '../site.ts';
import type { GatedState } from '../state.ts';
import type { SiteParts } from './site-parts.ts';

type Review = Extract<Effect, { type: 'review' }>;

/** What can be measured is measured first; only then are fresh eyes asked. */
export async function review(
  { gates }: SiteParts,
  { review: round, tree }: Review,
  state: GatedState,
  { signal, say }: SiteContext,
): ReturnType<Site['perform']> {
  if (!state.base || !state.pr) throw new Error('a PR is reviewed on its branch');
  const base = state.base.tree;
  say('challenges the change: mutants of the changed lines, fresh inputs');
  const { findings: all, doubts, verdict, unmeasured } = await gates.examine(base, tree, signal);
  if (verdict.verdict === 'unmeasured') {
    return { type: 'review', findings: [], evidence: verdict.evidence, ...problemOf(verdict.reasons[0]) };
  }
  const findings = unwaived(all, round.waived);
  if (findings.length === 0 && unmeasured) {
    return { type: 'review', findings: [], evidence: verdict.evidence, problem: unmeasured };
  }
  if (findings.length > 0) return { type: 'review', findings: [...findings], evidence: verdict.evidence };
  const { text: diff, unread } = await gates.diffText(base, tree);
  const large = unwaived(unread.map(tooLarge), round.waived);
  if (large.length > 0) return { type: 'review', findings: large, evidence: verdict.evidence };
  const { reviewerCommand } = await gates.settings(base);
  const description = `${state.pr.summary}\n\nVerification: ${state.pr.verificationPlan}`;
  const request = {
    ...{ title: state.pr.prTitle, description, diff, advice: round.advice },
    waived: round.waived.map(({ finding: { file, message } }) => `${file}: ${message}`),
  };
  if (reviewerCommand === null) {
    const earlier = round.scope === 'findings' ? round.open.map(({ file, message }) => `${file}: ${message}`) : [];
    return { type: 'ask-reviewer', request: { ...request, doubts: [...doubts], earlier } };
  }
  const said = await gates.reviewBy(base, reviewerCommand, request, signal);
  if ('problem' in said) {
    const next = 'Correct the reviewer command in .assay/config.json, or remove it to have an agent review.';
    return {
      type: 'review',
      findings: [],
      evidence: verdict.evidence,
      problem: { code: 'REVIEWER_FAILED', message: said.problem, next },
    };
  }
  return { type: 'review', findings: [...said.findings], evidence: verdict.evidence };
}

const tooLarge = (file: string): Finding => ({
  ...{ file, line: null, severity: 'major' },
  message:
    'too much to review: the change is larger than a reviewer can read; make it smaller, or leave out what is made by tools',
});

const problemOf = <T>(problem: T | undefined): { problem: T } | Record<never, never> => (problem ? { problem } : {});
