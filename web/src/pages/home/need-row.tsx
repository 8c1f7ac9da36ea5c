import type { Need } from '#contracts/http/needs.ts';
import { Link } from '../../lib/router.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NEED_LOOK } from '../../ui/need-look.ts';
import { Simulated, TONE_SOFT } from '../../ui/status.tsx';
import { Ago } from '../../ui/time.tsx';
import { Visible } from '../../ui/visible.tsx';

export const NeedRow = ({ need }: { need: Need }) => {
  const { icon, tone, label } = NEED_LOOK[need.kind];
  return (
    <Link
      to={`/approvals?need=${encodeURIComponent(need.id)}`}
      className="flex items-center gap-3 px-3.5 py-2.5 hover:bg-hover max-[360px]:flex-wrap"
    >
      <span className={`flex size-7 items-center justify-center rounded-full ${TONE_SOFT[tone]}`}>
        <Icon name={icon} size={15} />
      </span>
      <span className="min-w-0 flex-1 max-[360px]:basis-[calc(100%-3rem)]">
        <span className="block truncate font-medium max-[520px]:line-clamp-2 max-[520px]:whitespace-normal">
          {/* What a colon announces is on its page. */}
          <Visible text={need.text.replace(/:\s*$/, '')} />
        </span>
        <span className="flex items-center gap-2 text-xs text-faint">
          <span className="truncate">
            {label} · {need.title}
            {need.node && ` · ${need.node}`}
          </span>
          {need.simulated && <Simulated />}
        </span>
      </span>
      <span className="text-xs text-faint">
        <Ago at={need.at} />
      </span>
      <Icon name="chevron" size={14} className="text-faint" />
    </Link>
  );
};
