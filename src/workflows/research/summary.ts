import type { Report } from './state.ts';

const LONGEST = 1_500;
const LONGEST_SENTENCE = 400;

const ENDED: Readonly<Record<Report['outcome'], string>> = {
  answered: 'It was answered.',
  partly: 'It was answered in part.',
  unsupported: 'No sentence of the answer was confirmed.',
  'no-sources': 'Nothing was found about it.',
  left: 'The person left it before an answer was written.',
};

/**
 * Pure. The result of a question, for later turns of a conversation: only supported sentences, with their places, as
 * much as fits. Sentences come first, then what stayed open.
 */
export function researchSummary(report: Omit<Report, 'markdown' | 'summary'>): string {
  const { question, outcome, sentences, sources, unanswered, seen } = report;
  const places = new Map(sources.map(({ marker, cite }) => [marker, cite]));
  const said = sentences
    .filter(({ label }) => label === 'supported')
    .map(({ text, markers }) => `- ${cut(text)} (${markers.map((marker) => places.get(marker) ?? '').join(', ')})`);
  const open = outcome === 'left' ? [] : unanswered.map((part) => `- not answered: ${cut(part)}`);
  const read = outcome === 'left' && seen.length > 0 ? [`Found until then: ${seen.slice(0, 8).join(', ')}`] : [];
  const lines = [`Question: ${cut(question)}`, ENDED[outcome], ...said, ...open, ...read];
  const kept: string[] = [];
  let left = LONGEST;
  for (const line of lines) {
    left -= line.length + 1;
    if (left < 0) break;
    kept.push(line);
  }
  return kept.join('\n');
}

const cut = (text: string): string =>
  text.length > LONGEST_SENTENCE ? `${text.slice(0, LONGEST_SENTENCE - 1)}…` : text;
