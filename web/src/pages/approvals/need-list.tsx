import type { Need } from '#contracts/http/needs.ts';
import { needTitle } from '../../needs/need-question.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { NEED_LOOK } from '../../ui/need-look.ts';
import { Simulated, TONE_TEXT } from '../../ui/status.tsx';
import { Ago } from '../../ui/time.tsx';
import { Visible } from '../../ui/visible.tsx';

interface NeedListProps {
  readonly needs: readonly Need[];
  readonly chosen: string;
  choose(id: string): void;
}

export const NeedList = ({ needs, chosen, choose }: NeedListProps) => (
  <ul className="card max-h-[70vh] divide-y divide-line overflow-y-auto" aria-label="What waits for you">
    {needs.map((need) => {
      const { icon, tone, label } = NEED_LOOK[need.kind];
      return (
        <li key={need.id}>
          <button
            type="button"
            aria-current={need.id === chosen}
            onClick={() => choose(need.id)}
            className={cx(
              'flex w-full items-start gap-2.5 px-3 py-2.5 text-left',
              need.id === chosen ? 'bg-hover' : 'hover:bg-hover',
            )}
          >
            <Icon name={icon} size={15} className={cx('mt-0.5', TONE_TEXT[tone])} />
            <span className="min-w-0 flex-1">
              <span className="line-clamp-2 break-words text-sm font-medium">
                <Visible text={needTitle(need)} />
              </span>
              <span className="flex items-center gap-1.5 text-xs text-faint">
                <span className="truncate">
                  {label} · {need.title}
                </span>
                {need.simulated && <Simulated />}
              </span>
            </span>
            <span className="text-2xs text-faint">
              <Ago at={need.at} />
            </span>
          </button>
        </li>
      );
    })}
  </ul>
);
