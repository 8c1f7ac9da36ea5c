import { labelOf, type NodeView } from '#contracts/run-view.ts';
import { plural } from '../../lib/format.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Select } from '../../ui/field.tsx';
import { Dot } from '../../ui/status.tsx';
import { callState, type Entry } from './transcript-fold.ts';
import { TranscriptList } from './transcript-list.tsx';
import { transcriptMarkdown } from './transcript-markdown.ts';
import { useTranscript } from './use-transcript.ts';

interface TranscriptViewProps {
  readonly run: string;
  readonly node: NodeView;
  readonly attempt: number;
  readonly driven: boolean;
  choose(attempt: number): void;
}

/** Everything an agent did in one attempt, as recorded. */
export function TranscriptView({ run, node, attempt, driven, choose }: TranscriptViewProps) {
  const { entries, live, kept, complete, error } = useTranscript(run, node.act, attempt, `${node.state} ${driven}`);
  const name = labelOf(node);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-1.5 text-xs text-faint">
        {node.attempts > 1 && (
          <Select
            label="Attempt"
            value={String(attempt)}
            change={(value) => choose(Number(value))}
            options={Array.from(
              { length: node.attempts },
              (_, index) => [String(index + 1), String(index + 1)] as const,
            )}
          />
        )}
        {live && (
          <span className="flex items-center gap-1.5 text-run">
            <Dot tone="run" moving /> goes on
          </span>
        )}
        <span>{summaryOf(entries, live)}</span>
        {entries.length > 0 && (
          <span className="ml-auto">
            <CopyButton
              words
              label="Copy as Markdown"
              text={() => transcriptMarkdown(`${name}, attempt ${attempt}`, entries)}
            />
          </span>
        )}
      </div>
      {error && (
        <p role="alert" className="px-4 py-2 text-xs text-bad">
          {error}
        </p>
      )}
      {entries.length > 0 && <TranscriptList label={`What ${name} did`} entries={entries} live={live} />}
      {entries.length === 0 && complete && (
        <Empty icon="agent" title={live ? 'Nothing has happened yet' : 'Nothing was kept of this attempt'}>
          {live || kept
            ? 'What the agent says and does appears here as it happens.'
            : 'No agent worked in it, or it worked on another machine.'}
        </Empty>
      )}
    </div>
  );
}

function summaryOf(entries: readonly Entry[], live: boolean): string {
  const calls = entries.filter((entry) => entry.kind === 'tool');
  const denied = calls.filter((entry) => callState(entry, live) === 'denied').length;
  const failed = calls.filter((entry) => callState(entry, live) === 'failed').length;
  return [
    plural(calls.length, 'tool call'),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(denied > 0 ? [`${denied} denied`] : []),
  ].join(', ');
}
