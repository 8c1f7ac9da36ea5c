import type { KnownStanding } from '#contracts/http/knowledge-routes.ts';
import { cx } from '../../ui/cx.ts';
import { TONE_SOFT } from '../../ui/status.tsx';

const LEVELS: Readonly<Record<string, string>> = {
  verified_code: 'read from code',
  user: 'said by a person',
  recent_history: 'seen in a recent run',
  old_history: 'seen in an older run',
  official_docs: 'official document',
  article: 'article',
  inference: 'said by a model',
  unknown: 'unknown source',
};

/** How trustworthy it is, and whether it is current: in words, which the colour only repeats. */
export const StandingMark = ({ standing: { trust, level, freshness, changed } }: { standing: KnownStanding }) => (
  <span className="inline-flex flex-wrap items-center gap-1.5 text-2xs">
    <span className={cx('whitespace-nowrap rounded-full px-1.5', TONE_SOFT[toneOfTrust(trust)])}>
      trust {trust.toFixed(2)}: {LEVELS[level] ?? level}
    </span>
    <span
      className={cx('whitespace-nowrap rounded-full px-1.5', TONE_SOFT[changed || freshness < 0.5 ? 'warn' : 'quiet'])}
    >
      {changed
        ? 'file changed since it was read'
        : freshness >= 0.99
          ? 'as it is now'
          : freshness < 0.5
            ? 'old'
            : 'ageing'}
    </span>
  </span>
);

const toneOfTrust = (trust: number): 'good' | 'warn' | 'bad' => (trust >= 0.7 ? 'good' : trust >= 0.4 ? 'warn' : 'bad');
