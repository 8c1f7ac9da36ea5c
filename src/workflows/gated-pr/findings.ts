import type { Finding } from '#contracts/gate.ts';
import type { GatedState, Waiver } from './state.ts';
import { DRAFT_NUMBER } from './states/asking-draft.ts';

export const isSameFinding = (a: Finding, b: Finding): boolean => a.file === b.file && a.message === b.message;

/** The findings that a person has not waived. A moved line is the same finding. */
export const unwaived = (findings: readonly Finding[], waived: readonly Waiver[]): Finding[] =>
  findings.filter((found) => !waived.some(({ finding }) => isSameFinding(finding, found)));

export const findingLine = ({ file, line, message }: Finding): string =>
  `${file}${line === null ? '' : `:${line}`}: ${message}`;

/** The numbers by which a person names them. */
export const numbered = (findings: readonly Finding[]): string =>
  findings.map((finding, at) => `${at + 1}. ${findingLine(finding)}`).join('\n');

/** What a person can waive in a halted run, by number. */
export function waivable({ halted, review, asked, item }: GatedState): { number: number; text: string }[] {
  if (halted?.kind === 'review')
    return (review?.open ?? []).map((found, at) => ({ number: at + 1, text: findingLine(found) }));
  if (halted?.kind === 'draft') return [{ number: DRAFT_NUMBER, text: 'the draft is good: continue' }];
  if (halted?.kind !== 'word') return [];
  return (asked?.criteria ?? []).map((number) => ({
    number,
    text: `without a test: ${item?.criteria[number - 1] ?? `criterion ${number}`}`,
  }));
}
