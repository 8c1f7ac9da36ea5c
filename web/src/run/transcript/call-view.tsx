import { useState } from 'react';
import type { Json } from '#contracts/json.ts';
import { duration } from '../../lib/format.ts';
import { cx } from '../../ui/cx.ts';
import type { IconName } from '../../ui/icon.tsx';
import { ValueView } from '../../ui/payload-view.tsx';
import { BlobEvidence } from '../evidence/evidence-list.tsx';
import { Foldable, Named } from './foldable.tsx';
import { type CallState, callState, type TranscriptTool } from './transcript-fold.ts';
import { aboutCall } from './transcript-rows.ts';

const STATES: Readonly<Record<CallState, { icon: IconName; tone: string; label: string }>> = {
  running: { icon: 'run', tone: 'text-run', label: 'running' },
  asking: { icon: 'ask', tone: 'text-ask', label: 'waits for a person' },
  done: { icon: 'check', tone: 'text-faint', label: 'done' },
  failed: { icon: 'cross', tone: 'text-bad', label: 'failed' },
  denied: { icon: 'stop', tone: 'text-bad', label: 'denied' },
  stopped: { icon: 'break', tone: 'text-warn', label: 'no result' },
};

interface CallViewProps {
  readonly entry: TranscriptTool;
  readonly live: boolean;
  readonly open: boolean;
  toggle(): void;
}

/** A tool call: its input, whether it was allowed, its result. */
export function CallView({ entry, live, open, toggle }: CallViewProps) {
  const { tool, input, request, answer, result, at, endedAt } = entry;
  const state = callState(entry, live);
  const { icon, tone, label } = STATES[state];
  return (
    <Foldable
      icon={icon}
      tone={cx(tone, state === 'running' && 'animate-spin')}
      kind={state}
      at={at}
      open={open}
      toggle={toggle}
      className={state === 'denied' ? 'bg-bad-soft/60' : ''}
      title={
        <>
          <span className="font-mono font-medium">{tool || 'call'}</span>{' '}
          <span className="font-mono text-soft">{aboutCall(input)}</span>
          {state !== 'done' && <span className={cx('ml-1.5', tone)}>{label}</span>}
        </>
      }
      aside={endedAt !== null && endedAt - at >= 100 ? duration(endedAt - at) : null}
      below={
        answer?.type === 'deny' && (
          <p className="ml-[22px] mt-0.5 break-words text-xs text-bad">
            {answer.error.message} <span className="text-soft">{answer.error.next}</span>
          </p>
        )
      }
    >
      <Named name="Arguments">
        <Arguments input={input} />
      </Named>
      {answer?.type === 'allow' && request && <p className="text-2xs text-faint">Allowed by {BY[answer.by]}.</p>}
      {result && (
        <Named name={result.ok ? 'Result' : 'Result: failed'}>
          <ValueView value={result.text} />
          {result.blob !== null && <Whole hash={result.blob} />}
        </Named>
      )}
    </Foldable>
  );
}

const BY = { rule: 'a rule', mode: 'the mode', grant: 'an earlier answer', person: 'a person' } as const;

/** Long texts, such as a written file, are shown as text. */
function Arguments({ input }: { input: Json }) {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return <ValueView value={input} />;
  const entries = Object.entries<Json>(input);
  const long = entries.filter(([, value]) => typeof value === 'string' && value.includes('\n'));
  const rest = Object.fromEntries(entries.filter((each) => !long.includes(each)));
  return (
    <div className="space-y-1.5">
      {(Object.keys(rest).length > 0 || long.length === 0) && <ValueView value={rest} />}
      {long.map(([name, value]) => (
        <Named key={name} name={name}>
          <ValueView value={value} />
        </Named>
      ))}
    </div>
  );
}

function Whole({ hash }: { hash: string }) {
  const [shown, setShown] = useState(false);
  if (shown) return <BlobEvidence kind="command" hash={hash} />;
  return (
    <button type="button" className="mt-1 text-xs text-accent hover:underline" onClick={() => setShown(true)}>
      Show all of it
    </button>
  );
}
