import { memo } from 'react';
import type { AgentResult } from '#contracts/agent.ts';
import { parseJson } from '#contracts/json.ts';
import { clockTime, compact, costOf } from '../../lib/format.ts';
import { cx } from '../../ui/cx.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { CallView } from './call-view.tsx';
import { ClaimView } from './claim-view.tsx';
import { Foldable, firstFilledLine } from './foldable.tsx';
import type { EndEntry, Entry } from './transcript-fold.ts';

interface EntryViewProps {
  readonly entry: Entry;
  readonly live: boolean;
  readonly open: boolean;
  toggle(): void;
}

/** One action or text of an agent. Its own text is formatted, everything else is data. */
export const EntryView = memo(
  function EntryView({ entry, live, open, toggle }: EntryViewProps) {
    switch (entry.kind) {
      case 'text':
        // An answer that has to fit a schema is shown by the claim at its end.
        if (isData(entry.text)) {
          return (
            <Foldable
              icon="log"
              tone="text-faint"
              kind="data"
              at={entry.at}
              open={open}
              toggle={toggle}
              title={<span className="text-soft">Answers with data</span>}
            >
              <pre className="max-h-96 overflow-auto whitespace-pre-wrap break-words text-xs text-soft">
                {entry.text}
              </pre>
            </Foldable>
          );
        }
        return (
          <div className="px-4 py-1.5" data-entry="text">
            <Markdown text={entry.text} />
          </div>
        );
      case 'thinking':
        return (
          <Foldable
            icon="thinking"
            tone="text-faint"
            kind="thinking"
            at={entry.at}
            open={open}
            toggle={toggle}
            title={<span className="italic text-soft">{open ? 'Thinking' : firstFilledLine(entry.text)}</span>}
          >
            <pre className="max-h-96 overflow-auto whitespace-pre-wrap break-words border-l-2 border-line pl-3 text-xs text-soft">
              {entry.text}
            </pre>
          </Foldable>
        );
      case 'tool':
        return <CallView entry={entry} live={live} open={open} toggle={toggle} />;
      case 'status':
        return <p className="break-words px-4 py-0.5 pl-[38px] text-xs text-faint">{entry.text}</p>;
      case 'error':
        return (
          <p className="break-words px-4 py-1 pl-[38px] text-xs text-bad" data-entry="error">
            <span className="font-mono text-2xs">{entry.error.code}</span> {entry.error.message}{' '}
            <span className="text-soft">{entry.error.next}</span>
          </p>
        );
      case 'end':
        return <EndView entry={entry} />;
    }
  },
  (before, after) => before.entry === after.entry && before.live === after.live && before.open === after.open,
);

const EndView = ({ entry: { result, usage, at } }: { entry: EndEntry }) => (
  <div className="mx-4 mb-3 mt-2 rounded-md border border-line px-3 py-2 text-xs" data-entry="end">
    <p className="mb-1 flex items-center gap-2 text-faint">
      <span className={cx('font-medium', ENDS[result.type].tone)}>{ENDS[result.type].label}</span>
      <span className="ml-auto tabular">
        {compact(usage.input + usage.output + usage.cacheRead + usage.cacheWrite)} tok
        {usage.usd !== 0 && ` · ${usage.usd === null ? 'cost ' : ''}${costOf(usage.usd)}`} · {clockTime(at)}
      </span>
    </p>
    <Outcome result={result} />
  </div>
);

const ENDS: Readonly<Record<AgentResult['type'], { tone: string; label: string }>> = {
  claim: { tone: 'text-ink', label: 'Claims' },
  text: { tone: 'text-ink', label: 'Answers' },
  blocker: { tone: 'text-warn', label: 'Is blocked' },
  failed: { tone: 'text-bad', label: 'Failed' },
};

function isData(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.startsWith('{') && trimmed.endsWith('}') && parseJson(trimmed) !== undefined;
}

function Outcome({ result }: { result: AgentResult }) {
  switch (result.type) {
    case 'claim':
      return <ClaimView claim={result.claim} />;
    case 'text':
      return <p className="whitespace-pre-wrap break-words text-soft">{firstFilledLine(result.text)}</p>;
    case 'blocker':
      return <p className="whitespace-pre-wrap break-words">{result.blocker}</p>;
    case 'failed':
      return (
        <p className="whitespace-pre-wrap break-words">
          <span className="font-mono text-2xs text-bad">{result.error.code}</span> {result.error.message}{' '}
          <span className="text-soft">{result.error.next}</span>
        </p>
      );
  }
}
