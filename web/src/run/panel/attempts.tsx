import type { NodeAttempt } from '#contracts/http/run-routes.ts';
import { clockTime, compact, costOf, duration } from '../../lib/format.ts';
import { cx } from '../../ui/cx.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import type { SpanEnd } from '../spans.ts';

const ENDS: Readonly<Record<SpanEnd, { icon: IconName; tone: string; label: string }>> = {
  completed: { icon: 'check', tone: 'text-faint', label: 'completed' },
  asked: { icon: 'ask', tone: 'text-ask', label: 'asked a person' },
  failed: { icon: 'cross', tone: 'text-bad', label: 'failed' },
  interrupted: { icon: 'break', tone: 'text-warn', label: 'interrupted' },
  cancelled: { icon: 'stop', tone: 'text-faint', label: 'cancelled' },
};

/** Each try: how it ended, what it cost, and why it was not enough. */
export const AttemptList = ({ attempts, driven }: { attempts: readonly NodeAttempt[]; driven: boolean }) => {
  if (attempts.length === 0) return <p className="text-xs text-faint">None yet.</p>;
  return (
    <ol className="space-y-1.5">
      {attempts.map((attempt, index) => (
        <li key={`${attempt.attempt} ${index}`} className="text-xs">
          <Attempt attempt={attempt} driven={driven} />
        </li>
      ))}
    </ol>
  );
};

function Attempt({
  attempt: { attempt, startedAt, end, ms, usage, error },
  driven,
}: {
  attempt: NodeAttempt;
  driven: boolean;
}) {
  const running = { icon: 'run', tone: 'text-run', label: 'running' } as const;
  const { icon, tone, label } = end ? ENDS[end] : driven ? running : ENDS.interrupted;
  const refused = error?.code === 'CLAIM_INVALID';
  return (
    <>
      <div className="flex items-center gap-2">
        <Icon name={icon} size={13} className={cx(tone, !end && driven && 'animate-spin')} />
        <span className="font-medium">Attempt {attempt}</span>
        <span className={tone}>{refused ? 'refused' : label}</span>
        <span className="ml-auto text-faint tabular">
          {usage.tokens > 0 && `${compact(usage.tokens)} tok · `}
          {usage.usd !== 0 && `${costOf(usage.usd)} · `}
          {end ? duration(ms) : clockTime(startedAt)}
        </span>
      </div>
      {error && (
        <p className="ml-[21px] mt-0.5 whitespace-pre-wrap break-words text-soft">
          <span className="font-mono text-2xs text-bad">{error.code}</span> {error.message}
          {error.next && <span className="block text-faint">{error.next}</span>}
        </p>
      )}
    </>
  );
}
