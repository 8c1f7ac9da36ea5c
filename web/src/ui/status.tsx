import type { ShownStatus } from '#contracts/run-header.ts';
import { useInTouch } from '../api/connection.ts';
import type { NodeLook, NodeTone } from '../run/node-look.ts';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';

export const TONE_TEXT: Readonly<Record<NodeTone, string>> = {
  run: 'text-run',
  good: 'text-good',
  bad: 'text-bad',
  warn: 'text-warn',
  ask: 'text-ask',
  quiet: 'text-faint',
};
export const TONE_FILL: Readonly<Record<NodeTone, string>> = {
  run: 'bg-run',
  good: 'bg-good',
  bad: 'bg-bad',
  warn: 'bg-warn',
  ask: 'bg-ask',
  quiet: 'bg-faint',
};
export const TONE_SOFT: Readonly<Record<NodeTone, string>> = {
  run: 'bg-run-soft text-run',
  good: 'bg-good-soft text-good',
  bad: 'bg-bad-soft text-bad',
  warn: 'bg-warn-soft text-warn',
  ask: 'bg-ask-soft text-ask',
  quiet: 'bg-sunken text-soft',
};

const STATUS: Readonly<Record<ShownStatus, { tone: NodeTone; label: string }>> = {
  running: { tone: 'run', label: 'Running' },
  waiting: { tone: 'ask', label: 'Waits for you' },
  paused: { tone: 'warn', label: 'Paused' },
  interrupted: { tone: 'warn', label: 'Interrupted' },
  completed: { tone: 'good', label: 'Completed' },
  failed: { tone: 'bad', label: 'Failed' },
  cancelled: { tone: 'quiet', label: 'Cancelled' },
};

/** A run's status. While the server is gone it is unknown whether a run still runs, so that is not shown. */
export function RunStatusBadge({ shown, size = 'small' }: { shown: ShownStatus; size?: 'small' | 'chip' }) {
  const inTouch = useInTouch();
  const unknown = shown === 'running' && !inTouch;
  const { tone, label } = unknown ? { tone: 'quiet' as const, label: 'Last seen running' } : STATUS[shown];
  return (
    <span
      data-status={unknown ? 'unknown' : shown}
      className={cx(
        'inline-flex items-center gap-1.5 whitespace-nowrap font-medium',
        size === 'chip' ? cx('h-6 rounded-full px-2.5 text-xs', TONE_SOFT[tone]) : cx('text-xs', TONE_TEXT[tone]),
      )}
    >
      <Dot tone={tone} moving={shown === 'running' && !unknown} />
      {label}
    </span>
  );
}

export const Dot = ({ tone, moving = false }: { tone: NodeTone; moving?: boolean }) => (
  <span
    aria-hidden="true"
    className={cx('size-[7px] shrink-0 rounded-full', TONE_FILL[tone], TONE_TEXT[tone], moving && 'pulses')}
  />
);

/** A node's status as a symbol. */
export const LookSign = ({ look, size = 16 }: { look: NodeLook; size?: number }) => (
  <span className={cx('inline-flex', TONE_TEXT[look.tone])} title={look.label}>
    <Icon name={look.glyph} size={size} className={look.moving ? 'animate-spin [animation-duration:1.6s]' : ''} />
    <span className="sr-only">{look.label}</span>
  </span>
);

export const Simulated = () => (
  <span
    title="A scripted model; costs nothing."
    className="inline-flex h-[18px] items-center rounded border border-dashed border-warn px-1.5 text-2xs font-medium text-warn"
  >
    simulated
  </span>
);
