import type { Need } from '#contracts/http/needs.ts';
import { Link, runPath } from '../../lib/router.tsx';
import { NeedForm } from '../../needs/need-form.tsx';
import { NeedQuestion } from '../../needs/need-question.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NEED_LOOK } from '../../ui/need-look.ts';
import { Simulated, TONE_SOFT } from '../../ui/status.tsx';
import { Ago } from '../../ui/time.tsx';
import { Visible } from '../../ui/visible.tsx';

export const NeedCard = ({ need, done }: { need: Need; done(): void }) => {
  const { icon, tone, label } = NEED_LOOK[need.kind];
  return (
    <article className="card p-5" aria-label={`${label}: ${need.text}`}>
      <header className="mb-4 flex flex-wrap items-center gap-2 text-xs text-faint">
        <span className={`inline-flex h-6 items-center gap-1.5 rounded-full px-2.5 font-medium ${TONE_SOFT[tone]}`}>
          <Icon name={icon} size={13} />
          {label}
        </span>
        <Link
          to={runPath(need.run, need.act ? { node: need.act } : {})}
          className="font-medium text-accent hover:underline"
        >
          <Visible text={need.title} />
        </Link>
        {need.node && <span>{need.node}</span>}
        {need.simulated && <Simulated />}
        <span className="ml-auto">
          <Ago at={need.at} />
        </span>
      </header>
      <NeedQuestion need={need} />
      <div className="mt-4 border-t border-line pt-4">
        <NeedForm need={need} keys done={done} />
      </div>
    </article>
  );
};
