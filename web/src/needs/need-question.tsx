import type { Need } from '#contracts/http/needs.ts';
import { textOf } from '#contracts/run-timeline.ts';
import { Markdown } from '../ui/markdown.tsx';
import { PayloadView } from '../ui/payload-view.tsx';
import { Visible } from '../ui/visible.tsx';
import { saysAlready } from './says-already.ts';

/** The question, with everything that came with it. */
export const NeedQuestion = ({ need }: { need: Need }) => {
  const report = reportOf(need);
  return (
    <div className="space-y-2">
      {!saysAlready(report, need.text) && (
        <p className="whitespace-pre-wrap break-words text-base font-medium" data-testid="need-headline">
          <Visible text={needTitle(need)} />
        </p>
      )}
      {need.error && (
        <p className="text-sm text-soft">
          <span className="font-mono text-xs text-bad">{need.error.code}</span>
          {need.error.next && <span> {need.error.next}</span>}
        </p>
      )}
      {report !== null && (
        <div className="max-h-[50vh] overflow-y-auto rounded-md border border-line bg-sunken px-4 py-2 text-sm [&_p]:whitespace-pre-line">
          <Markdown text={report} />
        </div>
      )}
      {need.question && need.permission === null && !isOnlyText(need) && (
        <details className="text-sm">
          <summary className="text-soft hover:text-ink">All that was asked</summary>
          <div className="mt-1.5">
            <PayloadView payload={need.question} />
          </div>
        </details>
      )}
    </div>
  );
};

/** In one line. The first line of a report is often a heading, with Markdown marks. */
export const needTitle = ({ text }: Pick<Need, 'text'>): string => text.replace(/^#{1,6}\s+/, '');

/** The agent's text for the person; null where it says no more than the line above. */
function reportOf({ question, text }: Need): string | null {
  if (!question || !('inline' in question)) return null;
  const value = question.inline;
  if (value === null || typeof value !== 'object' || Array.isArray(value) || !('report' in value)) return null;
  return typeof value.report === 'string' && value.report.trim() !== text ? value.report : null;
}

/** The line above says it already. */
function isOnlyText({ question }: Need): boolean {
  if (!question || !('inline' in question)) return false;
  const value = question.inline;
  if (typeof value === 'string') return textOf(question) === value;
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  return Object.keys(value).every((key) => ['text', 'choices', 'kind', 'report', 'ticket', 'waivable'].includes(key));
}
