import type { Need } from '#contracts/http/needs.ts';
import { textOf } from '#contracts/run-timeline.ts';
import { PayloadView } from '../ui/payload-view.tsx';

/** What is asked, with all that came with the question. */
export const NeedQuestion = ({ need }: { need: Need }) => (
  <div className="space-y-2">
    <p className="whitespace-pre-wrap break-words text-base font-medium">{need.text}</p>
    {need.error && (
      <p className="text-sm text-soft">
        <span className="font-mono text-xs text-bad">{need.error.code}</span>
        {need.error.next && <span> {need.error.next}</span>}
      </p>
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

/** The line above says it already. */
function isOnlyText({ question }: Need): boolean {
  if (!question || !('inline' in question)) return false;
  const value = question.inline;
  if (typeof value === 'string') return textOf(question) === value;
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  return Object.keys(value).every((key) => key === 'text' || key === 'choices');
}
