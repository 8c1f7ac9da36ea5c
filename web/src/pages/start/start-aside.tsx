import type { ReactNode } from 'react';
import { isOver } from '#contracts/http/run-shown.ts';
import { cost, duration } from '../../lib/format.ts';
import { Link, runPath } from '../../lib/router.tsx';
import type { RunSnapshot } from '../../run/run-snapshot.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Elapsed } from '../../ui/time.tsx';

/** What to look for meanwhile, and what it costs. */
export const StartAside = ({ runSnapshot: { run, view } }: { runSnapshot: RunSnapshot }) => (
  <aside aria-label="What to look for" className="card sticky top-4 p-4 text-sm max-[1000px]:static">
    <dl className="mb-3 flex gap-6 border-b border-line pb-3 text-xs">
      <Fact label={isOver(run.shown) ? 'took' : 'so far'}>
        {isOver(run.shown) ? duration((view.endedAt ?? view.at) - view.startedAt) : <Elapsed since={view.startedAt} />}
      </Fact>
      <Fact label="attempts">{view.spent.attempts}</Fact>
      <Fact label="cost">{cost(view.spent)}</Fact>
    </dl>
    <ul className="space-y-2.5">
      <Point icon="cross" tone="text-bad" title="Cheats are refused by name">
        It weakens its own test, then makes the test script always succeed. Open the diff behind each refusal.
      </Point>
      <Point icon="evidence" tone="text-run" title="Only what ran counts">
        The gate checks out the exact tree and runs the tests itself, under the configuration of main.
      </Point>
      <Point icon="refresh" tone="text-good" title="It cannot be lost">
        Press Ctrl-C in the terminal, start it again: this page reconnects and the run continues.
      </Point>
    </ul>
    <p className="mt-3 flex flex-wrap gap-x-3 gap-y-1 border-t border-line pt-3 text-xs font-medium text-accent">
      <Link to={runPath(run.run, { view: 'graph' })} className="hover:underline">
        Graph
      </Link>
      <Link to={runPath(run.run, { view: 'timeline' })} className="hover:underline">
        Timeline
      </Link>
      <Link to={runPath(run.run, { view: 'evidence' })} className="hover:underline">
        Evidence
      </Link>
      <Link to={runPath(run.run, { view: 'log' })} className="hover:underline">
        Log
      </Link>
    </p>
  </aside>
);

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-faint">{label}</dt>
    <dd className="text-base font-semibold tabular">{children}</dd>
  </div>
);

interface PointProps {
  readonly icon: IconName;
  readonly tone: string;
  readonly title: string;
  readonly children: string;
}

const Point = ({ icon, tone, title, children }: PointProps) => (
  <li className="flex gap-2.5">
    <Icon name={icon} size={15} className={`mt-0.5 ${tone}`} />
    <span>
      <span className="font-medium">{title}</span>
      <span className="block text-xs text-soft">{children}</span>
    </span>
  </li>
);
