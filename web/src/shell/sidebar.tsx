import { useConnection, useInTouch } from '../api/connection.ts';
import { useLiveList } from '../api/live-list.ts';
import { Link, usePlace } from '../lib/router.tsx';
import { cx } from '../ui/cx.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Kbd, MOD } from '../ui/kbd.tsx';
import { type PageId, pageEntries } from './page-table.ts';

interface Item {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  readonly count?: { readonly value: number; readonly tone: string; readonly what: string };
}

export function Sidebar({ search }: { search(): void }) {
  const { path } = usePlace();
  const { needs, running } = useLiveList();
  const { session } = useConnection();
  const inTouch = useInTouch();
  const counts: Partial<Record<PageId, Item['count']>> = {
    approvals: { value: needs, tone: 'bg-ask text-on-accent', what: 'wait for you' },
    runs: { value: inTouch ? running : 0, tone: 'bg-run-soft text-run', what: 'running' },
  };
  const items: Item[] = pageEntries
    .filter(([, { nav }]) => nav)
    .map(([id, { path: to, title: label, icon }]) => ({ to, label, icon, ...withCount(counts[id]) }));
  return (
    <nav
      aria-label="Assay"
      className="flex w-[212px] shrink-0 flex-col overflow-y-auto overflow-x-hidden border-r border-line bg-sunken px-2.5 py-3 max-[1000px]:w-[54px] max-[1000px]:px-2"
    >
      <Link to="/" className="mb-3 flex min-h-6 shrink-0 items-center gap-2 px-1.5">
        <img src="/icon.svg" alt="" width={22} height={22} />
        <span className="text-base font-semibold tracking-tight max-[1000px]:sr-only">Assay</span>
      </Link>
      <button
        type="button"
        onClick={search}
        className="mb-3 flex h-8 shrink-0 items-center gap-2 rounded-md border border-line bg-raised px-2 text-sm text-faint hover:border-line-strong"
      >
        <Icon name="search" size={14} />
        <span className="flex-1 text-left max-[1000px]:sr-only">Search</span>
        <span aria-hidden="true" className="flex gap-0.5 max-[1000px]:hidden">
          <Kbd>{MOD}</Kbd>
          <Kbd>K</Kbd>
        </span>
      </button>
      <ul className="flex flex-col gap-0.5">
        {items.map((item) => (
          <li key={item.to}>
            <NavLink item={item} current={item.to === '/' ? path === '/' : path.startsWith(item.to)} />
          </li>
        ))}
      </ul>
      <p className="mt-auto px-1.5 text-2xs text-faint max-[1000px]:hidden">
        {session ? `${session.me} · Assay ${session.version}` : ' '}
      </p>
    </nav>
  );
}

const withCount = (count: Item['count']) => (count ? { count } : {});

function NavLink({ item: { to, label, icon, count }, current }: { item: Item; current: boolean }) {
  const shown = count && count.value > 0 ? count : null;
  return (
    <Link
      to={to}
      current={current}
      className={cx(
        'relative flex h-8 items-center gap-2.5 rounded-md px-2 text-sm font-medium',
        current ? 'bg-hover text-ink' : 'text-soft hover:bg-hover hover:text-ink',
      )}
    >
      <Icon name={icon} />
      <span className="flex-1 max-[1000px]:sr-only">{label}</span>
      {shown && (
        <span
          className={cx(
            'min-w-[18px] rounded-full px-1.5 text-center text-2xs font-semibold tabular max-[1000px]:absolute max-[1000px]:right-0 max-[1000px]:top-0',
            shown.tone,
          )}
        >
          {shown.value}
          <span className="sr-only"> {shown.what}</span>
        </span>
      )}
    </Link>
  );
}
