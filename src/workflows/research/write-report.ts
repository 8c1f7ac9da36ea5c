import { checkAnswer } from '#knowledge/claims/check-answer.ts';
import type { FoundPassage, Report, Synthesis, Work } from './state.ts';
import { researchSummary } from './summary.ts';

/**
 * The answer for a person. Code adds markers and labels: every cited source has its number and its line exactly once,
 * every sentence its label, whatever the model wrote. Markers that it wrote itself are removed.
 */
export function writeReport(
  work: Work,
  claims: Synthesis['claims'],
  rest: Pick<Synthesis, 'unanswered' | 'followUps'>,
): Report {
  const { ask, passages, round } = work;
  const checked = checkAnswer(claims, passages);
  const markers = new Map<string, number>();
  const markerOf = (cite: string): number => {
    const known = markers.get(cite);
    if (known !== undefined) return known;
    markers.set(cite, markers.size + 1);
    return markers.size;
  };
  const byId = new Map(passages.map((passage) => [passage.id, passage]));
  const sentences = checked.claims.map(({ text, label, reasons, citations }) => ({
    ...{ text, label, reasons: [...reasons] },
    // A source that does not support the sentence is not listed for it.
    markers:
      label === 'supported'
        ? unique(citations.flatMap(({ passage }) => byId.get(passage)?.cite ?? [])).map(markerOf)
        : [],
  }));
  const sources = [...markers].map(([cite, marker]) => sourceLine(cite, marker, passages));
  const { grounding, citationAccuracy, relations, contradictions, supported } = checked;
  const outcome: Report['outcome'] =
    passages.length === 0
      ? 'no-sources'
      : supported === sentences.length
        ? 'answered'
        : supported > 0
          ? 'partly'
          : 'unsupported';
  const report: Told = {
    ...{ question: ask.question, depth: ask.depth, outcome, sentences, sources, rounds: round },
    scores: { grounding, citationAccuracy, relations, contradictions },
    ...{
      unanswered: [...rest.unanswered],
      followUps: [...rest.followUps],
      seen: unique(passages.map(({ cite }) => cite)),
    },
  };
  return { ...report, markdown: markdownOf(report, ask.before !== undefined), summary: researchSummary(report) };
}

export function emptyReport({ ask, round, passages }: Work, outcome: 'no-sources' | 'left', instead?: string): Report {
  const report: Told = {
    ...{ question: ask.question, depth: ask.depth, outcome, sentences: [], sources: [], rounds: round - 1 },
    scores: { grounding: 0, citationAccuracy: 0, relations: 0, contradictions: 0 },
    ...{
      unanswered: [ask.question],
      followUps: [],
      seen: unique(passages.map(({ cite }) => cite)),
      ...(instead === undefined ? {} : { instead }),
    },
  };
  return { ...report, markdown: markdownOf(report, ask.before !== undefined), summary: researchSummary(report) };
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

function sourceLine(cite: string, marker: number, passages: readonly FoundPassage[]): Report['sources'][number] {
  const found = passages.find((passage) => passage.cite === cite);
  return { marker, cite, title: found?.title ?? cite, trust: found?.trust ?? 0 };
}

type Told = Omit<Report, 'markdown' | 'summary'>;

/** Supported sentences first, in order; unsupported ones apart and marked as such; then the list of sources. */
function markdownOf(told: Told, isFollowUp: boolean): string {
  const { question, outcome, sentences, sources, unanswered, followUps, scores, instead } = told;
  const good = sentences.filter(({ label }) => label === 'supported');
  const bad = sentences.filter(({ label }) => label === 'unsupported');
  const lines = [`# ${question.replace(/\s+/g, ' ')}`, ''];
  if (outcome === 'no-sources')
    lines.push(
      isFollowUp
        ? 'Nothing was found that the earlier answer did not use. Ask without --follow to look at all of it again.'
        : 'Nothing that was read says anything about this. `assay ingest` reads documents.',
    );
  if (outcome === 'left') lines.push('Left before it was answered.');
  if (instead !== undefined) lines.push('', `You asked for something else: ${instead}`);
  lines.push(
    ...good.map(({ text, markers }) => `- ${text} ${markers.map((marker) => `[${marker}]`).join('')} (supported)`),
  );
  if (bad.length > 0) {
    lines.push('', '## Not supported by the sources', '');
    lines.push(...bad.map(({ text, reasons }) => `- ${text} (unsupported: ${reasons[0] ?? 'nothing says so'})`));
  }
  if (unanswered.length > 0) lines.push('', '## Not answered', '', ...unanswered.map((part) => `- ${part}`));
  if (sources.length > 0)
    lines.push('', '## Sources', '', ...sources.map(({ marker, cite, title }) => `${marker}. ${title}: ${cite}`));
  if (followUps.length > 0) lines.push('', '## One could ask next', '', ...followUps.map((each) => `- ${each}`));
  if (sentences.length > 0)
    lines.push(
      '',
      `Checked by code: ${good.length} of ${sentences.length} sentences supported; names found ${percent(scores.grounding)}, citations that hold ${percent(scores.citationAccuracy)}.`,
    );
  return `${lines.join('\n')}\n`;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
