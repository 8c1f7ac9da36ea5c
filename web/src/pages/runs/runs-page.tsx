import { useEffect, useState } from 'react';
import { ROUTES } from '#contracts/http/routes.ts';
import type { ShownRun } from '#contracts/http/run-shown.ts';
import type { ShownStatus } from '#contracts/run-header.ts';
import { SHOWN_STATUSES } from '#contracts/shown-statuses.ts';
import { call } from '../../api/call.ts';
import { useLiveList } from '../../api/live-list.ts';
import { useAction } from '../../api/use-action.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { useQueryValue } from '../../lib/router.tsx';
import { useHeld } from '../../lib/use-held.ts';
import { useSlow } from '../../lib/use-slow.ts';
import { StartButton } from '../../shell/start-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Input, Select } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { RunList } from '../../ui/run-list.tsx';
import { StatusFilter } from './status-filter.tsx';

export default function RunsPage() {
  const [text, setText] = useQueryValue('text');
  const [workflow, setWorkflow] = useQueryValue('workflow');
  const [status, setStatus] = useQueryValue('status');
  const { version, runs: live } = useLiveList();
  const statuses = (status ?? '').split(',').filter(isStatus);
  const query = {
    ...(text ? { text } : {}),
    ...(workflow ? { workflow } : {}),
    ...(statuses.length > 0 ? { status: statuses } : {}),
  };
  const { data: answer, error } = useAnswer(ROUTES.runs, { query }, useSlow(version, 600));
  // Under another filter the old rows stay until the new ones arrive; if they do not, nothing is claimed about them.
  const { held: data, isOld } = useHeld(answer);
  const more = useMore(JSON.stringify(query));
  const fetchMore = useAction(async (cursor: string) => {
    more.add(await call(ROUTES.runs, { query: { ...query, cursor } }));
  });
  const next = more.pages > 0 ? more.next : (data?.next ?? null);
  // The stream's changes since are newer than the requested page.
  const runs = [...(data?.runs ?? []), ...more.runs].map((run) => newer(run, live.get(run.run)));
  const filtered = text || workflow || statuses.length > 0;
  return (
    <Page title="Runs" intro="Every run, newest first." actions={<StartButton />} wide>
      <search className="mb-3 flex flex-wrap items-center gap-2">
        <SearchField value={text ?? ''} change={(value) => setText(value === '' ? null : value)} />
        <Select
          label="Workflow"
          hideLabel
          value={workflow ?? ''}
          change={(value) => setWorkflow(value === '' ? null : value)}
          options={[['', 'All workflows'], ...(data?.workflows ?? []).map((name) => [name, name] as const)]}
        />
        <StatusFilter chosen={statuses} change={(chosen) => setStatus(chosen.join(',') || null)} />
      </search>
      <ErrorNotice error={answer ? null : error} />
      {answer && runs.length === 0 && (
        <div className="card">
          <Empty icon="runs" title={filtered ? 'No run fits' : 'No runs yet'}>
            {filtered ? 'Take a filter away, or search for something else.' : 'Start the example to see one.'}
          </Empty>
        </div>
      )}
      {runs.length > 0 && (
        <div aria-busy={isOld} className={isOld ? 'opacity-60 transition-opacity delay-150' : ''}>
          <RunList runs={runs} />
        </div>
      )}
      <ErrorNotice error={fetchMore.error} />
      {next !== null && !isOld && (
        <div className="mt-3 text-center">
          <Button busy={fetchMore.busy} onClick={() => void fetchMore.run(next)}>
            Show older runs
          </Button>
        </div>
      )}
    </Page>
  );
}

const isStatus = (text: string): text is ShownStatus => SHOWN_STATUSES.some((status) => status === text);

const newer = (run: ShownRun, live: ShownRun | undefined): ShownRun => (live && live.head >= run.head ? live : run);

interface More {
  readonly runs: readonly ShownRun[];
  readonly next: string | null;
  readonly pages: number;
}

/** The pages after the first; another filter starts over. */
function useMore(key: string) {
  const [more, setMore] = useState<More & { key: string }>({ key, runs: [], next: null, pages: 0 });
  const now = more.key === key ? more : { key, runs: [], next: null, pages: 0 };
  return {
    ...now,
    add: (page: { runs: readonly ShownRun[]; next: string | null }) =>
      setMore({ key, runs: [...now.runs, ...page.runs], next: page.next, pages: now.pages + 1 }),
  };
}

/** Requests once the typing pauses. */
function SearchField({ value, change }: { value: string; change(value: string): void }) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const later = setTimeout(() => change(text), 200);
    return () => clearTimeout(later);
  }, [text, value, change]);
  return (
    <span className="w-64">
      <Input
        type="search"
        wide
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder="Title, id or workflow"
        aria-label="Search runs"
      />
    </span>
  );
}
