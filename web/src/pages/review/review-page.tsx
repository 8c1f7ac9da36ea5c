import { useState } from 'react';
import type { Need } from '#contracts/http/needs.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import type { ShownRun } from '#contracts/http/run-shown.ts';
import { GATED_PR } from '#contracts/workflow-names.ts';
import { useLiveList } from '../../api/live-list.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Link, runPath } from '../../lib/router.tsx';
import { useSlow } from '../../lib/use-slow.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { RunStatusBadge, Simulated } from '../../ui/status.tsx';
import { Ago } from '../../ui/time.tsx';
import { NeedRow } from '../home/need-row.tsx';
import { markRead, readMarks } from './read-marks.ts';

/** What a person should read: halted reviews, and code that no one has read yet. */
export default function ReviewPage() {
  const { version } = useLiveList();
  const slow = useSlow(version, 400);
  const needs = useAnswer(ROUTES.needs, {}, slow);
  const runs = useAnswer(ROUTES.runs, { query: { workflow: GATED_PR, limit: 50 } }, slow);
  const [read, setRead] = useState(readMarks);
  const all = runs.data?.runs ?? [];
  const blocked = (needs.data?.needs ?? []).filter((need) => isBlocked(need, all));
  // A step of Assay's own that failed has made nothing to read.
  const failed = new Set(blocked.filter(({ kind }) => kind === 'failure').map(({ run }) => run));
  const unread = all.filter((run) => read.get(run.run) !== run.head && !failed.has(run.run));
  const mark = (run: ShownRun): void => setRead(markRead(run.run, run.head));
  const isKnown = needs.current && runs.current;
  return (
    <Page title="Review" intro="New work for you to read: the code, the tests that prove it, the doubts.">
      <ErrorNotice error={needs.error ?? runs.error} />
      {blocked.length > 0 && (
        <Section title="Blocked until you answer">
          <div className="card divide-y divide-line">
            {blocked.map((need) => (
              <NeedRow key={need.id} need={need} />
            ))}
          </div>
        </Section>
      )}
      {unread.length > 0 && (
        <Section title="Not read yet">
          <ul className="card divide-y divide-line" aria-label="Not read yet">
            {unread.map((run) => (
              <li key={run.run} className="flex flex-wrap items-center gap-3 px-3.5 py-2.5">
                <Link
                  to={runPath(run.run, { view: 'changes' })}
                  className="min-w-0 flex-1 break-words font-medium text-accent hover:underline"
                >
                  {run.title}
                </Link>
                {run.simulated && <Simulated />}
                <RunStatusBadge shown={run.shown} />
                <span className="text-xs text-faint">
                  <Ago at={run.updatedAt} />
                </span>
                <Button onClick={() => mark(run)}>Mark as read</Button>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {isKnown && blocked.length === 0 && unread.length === 0 && (
        <div className="card">
          <Empty icon="check" title="You have read everything">
            Code that agents make appears here until you mark it as read in this browser.
          </Empty>
        </div>
      )}
    </Page>
  );
}

const isBlocked = ({ kind, run }: Need, runs: readonly ShownRun[]): boolean =>
  kind === 'escalation' || (kind === 'failure' && runs.some((each) => each.run === run));
