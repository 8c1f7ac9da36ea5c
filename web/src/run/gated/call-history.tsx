import { clockTime } from '../../lib/format.ts';
import { cx } from '../../ui/cx.ts';
import { answersOf, type Stand } from './pr-snapshots.ts';
import { Reasons } from './reasons.tsx';

interface CallHistoryProps {
  readonly stands: readonly Stand[];
  choose(act: string): void;
}

const MOST = 100;

const STATUS: Readonly<Record<string, string>> = {
  SUCCESS: 'text-good',
  FAILURE: 'text-bad',
  NEEDS_ANALYSIS: 'text-warn',
};

/** Every call of the agent with its answer, newest first. */
export function CallHistory({ stands, choose }: CallHistoryProps) {
  const calls = answersOf(stands).toReversed();
  return (
    <details>
      <summary className="mb-2 min-h-6 cursor-pointer text-xs font-semibold uppercase tracking-wide text-faint">
        Calls and answers ({calls.length})
      </summary>
      {calls.length === 0 && <p className="text-sm text-soft">No call has been answered yet.</p>}
      <ol className="space-y-1.5">
        {calls.slice(0, MOST).map(({ seq, at, act, state, answered: { call, answer } }) => (
          <li key={seq} className="card px-3 py-2">
            <button
              type="button"
              onClick={() => choose(act)}
              className="flex w-full items-baseline gap-2 text-left text-sm"
            >
              <span className="font-mono text-xs">{call.tool}</span>
              <span className={cx('text-xs font-medium', STATUS[answer.status] ?? 'text-soft')}>
                {answer.refused ? 'not legal now' : answer.status.toLowerCase().replace('_', ' ')}
              </span>
              <span className="text-xs text-faint">→ {state.status}</span>
              <span className="ml-auto text-2xs text-faint tabular">{clockTime(at)}</span>
            </button>
            {answer.status !== 'FAILURE' && answer.reasons.length > 0 && (
              <div className="mt-1.5">
                <Reasons reasons={answer.reasons} output={answer.output} />
              </div>
            )}
            {answer.status === 'FAILURE' && (
              <p className="mt-0.5 break-words text-xs text-soft">
                {answer.reasons.map(({ code }) => code).join(', ')}
                {answer.refused ? '' : ': see Refused'}
              </p>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
