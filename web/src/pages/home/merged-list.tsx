import type { HomeView } from '#contracts/http/home-routes.ts';
import { Link, runPath } from '../../lib/router.tsx';
import { Simulated } from '../../ui/status.tsx';
import { Ago } from '../../ui/time.tsx';

/** What was proven and merged, each leading to its diff. */
export const MergedList = ({ merged }: Pick<HomeView, 'merged'>) => (
  <ul className="card divide-y divide-line overflow-hidden" aria-label="On main this week">
    {merged.map(({ title, commit, at, run }) => (
      <li key={commit}>
        <Link
          to={runPath(run.run, { view: 'changes' })}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 px-3.5 py-2 hover:bg-hover"
        >
          <span className="min-w-0">
            <span className="flex items-center gap-2">
              <span className="truncate font-medium">{title}</span>
              {run.simulated && <Simulated />}
            </span>
            <span className="block truncate text-xs text-faint">
              <span className="font-mono">{commit.slice(0, 10)}</span> · {run.title}
            </span>
          </span>
          <span className="text-right text-xs text-faint">
            <Ago at={at} />
          </span>
        </Link>
      </li>
    ))}
  </ul>
);
