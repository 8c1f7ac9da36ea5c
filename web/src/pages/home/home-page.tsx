import { ROUTES } from '#contracts/http/routes.ts';
import { useInTouch } from '../../api/connection.ts';
import { useLiveList } from '../../api/live-list.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { plural } from '../../lib/format.ts';
import { Link } from '../../lib/router.tsx';
import { useSlow } from '../../lib/use-slow.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { RunRows } from '../../ui/run-row.tsx';
import { FirstTime } from './first-time.tsx';
import { MergedList } from './merged-list.tsx';
import { NeedRow } from './need-row.tsx';
import { Today } from './today.tsx';

const SHOWN_NEEDS = 6;

/** What waits for the person, what runs, what it cost today. */
export function HomePage() {
  const { version } = useLiveList();
  const inTouch = useInTouch();
  const { data: home, error } = useAnswer(ROUTES.home, {}, useSlow(version, 400));
  if (!home) return <Page title="Home">{error && error.status !== 0 ? <ErrorNotice error={error} /> : null}</Page>;
  if (home.total === 0) return <FirstTime />;
  const { needs, running, recent, today, merged } = home;
  const shown = new Set(running.map(({ run }) => run));
  const others = recent.filter(({ run }) => !shown.has(run)).slice(0, 8);
  return (
    <Page
      title="Home"
      intro={inTouch ? introOf(needs.length, running.length) : 'As it was last seen.'}
      actions={
        <Link
          to="/new"
          className="inline-flex h-8 items-center rounded-md bg-accent px-3 text-sm font-medium text-on-accent"
        >
          Start work
        </Link>
      }
    >
      <Today today={today} running={inTouch ? running.length : null} needs={needs.length} slots={home.slots} />
      <Section
        title="Needs you"
        aside={needs.length > SHOWN_NEEDS && <All to="/approvals">{`All ${needs.length}`}</All>}
      >
        {needs.length === 0 ? (
          <p className="card px-3.5 py-3 text-soft">
            Nothing waits for you. Questions, permission requests and escalations appear here.
          </p>
        ) : (
          <ul className="card divide-y divide-line overflow-hidden">
            {needs.slice(0, SHOWN_NEEDS).map((need) => (
              <li key={need.id}>
                <NeedRow need={need} />
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title={inTouch ? 'Running now' : 'Last seen running'}>
        {running.length > 0 ? (
          <RunRows runs={running} />
        ) : (
          <p className="card px-3.5 py-3 text-soft">
            Nothing runs.{' '}
            <Link to="/new" className="font-medium text-accent hover:underline">
              Start work
            </Link>{' '}
            in a repository of yours.
          </p>
        )}
      </Section>
      {merged.length > 0 && (
        <Section title="On main this week">
          <MergedList merged={merged} />
        </Section>
      )}
      {others.length > 0 && (
        <Section title="Recent runs" aside={<All to="/runs">All runs</All>}>
          <RunRows runs={others} />
        </Section>
      )}
    </Page>
  );
}

const introOf = (needs: number, running: number): string => {
  if (needs > 0) return `${plural(needs, 'thing waits', 'things wait')} for you.`;
  return running > 0 ? `${plural(running, 'run')} under way; nothing waits for you.` : 'All quiet.';
};

const All = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className="inline-flex min-h-6 items-center text-xs font-medium text-accent hover:underline">
    {children}
  </Link>
);
