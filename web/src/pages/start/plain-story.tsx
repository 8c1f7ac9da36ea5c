import type { RunSnapshot } from '../../run/run-snapshot.ts';
import { cx } from '../../ui/cx.ts';

const TONES = { plain: '', quiet: 'text-soft', good: 'text-good', bad: 'text-bad', warn: 'text-warn' } as const;

/** An example without a plan: what happened, line by line. */
export const PlainStory = ({ runSnapshot: { view } }: { runSnapshot: RunSnapshot }) => (
  <ol className="space-y-1 text-sm" data-testid="story">
    {view.timeline
      .filter(({ tone }) => tone !== 'quiet')
      .map(({ seq, tone, text }) => (
        <li key={seq} className={cx('break-words', TONES[tone])}>
          {text}
        </li>
      ))}
  </ol>
);
