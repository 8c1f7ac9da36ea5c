import type { Need } from '#contracts/http/needs.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import { useLiveList } from '../../api/live-list.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { navigate, runPath, useQueryValue } from '../../lib/router.tsx';
import { useSlow } from '../../lib/use-slow.ts';
import { serverSource } from '../../run/server-source.ts';
import { RunSourceProvider } from '../../run/source.tsx';
import { announce } from '../../shell/announcer.ts';
import { useHotkeys } from '../../shell/hotkeys.ts';
import { Empty } from '../../ui/empty.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { NeedCard } from './need-card.tsx';
import { NeedList } from './need-list.tsx';

/** Everything that waits for a person, one key each. */
export default function ApprovalsPage() {
  const { version, needs: waiting } = useLiveList();
  const { data, error, current, reload } = useAnswer(ROUTES.needs, {}, useSlow(version, 400));
  const [wanted, setWanted] = useQueryValue('need');
  const needs = data?.needs ?? [];
  // "Nothing waits" is only shown when the server has just said so.
  const isNothing = current && needs.length === 0 && waiting === 0;
  const at = Math.max(
    0,
    needs.findIndex(({ id }) => id === wanted),
  );
  const chosen = needs[at] ?? null;
  const go = (to: number): void => {
    const next = needs[Math.min(Math.max(to, 0), needs.length - 1)];
    if (next) setWanted(next.id);
  };
  useHotkeys({
    j: () => go(at + 1),
    k: () => go(at - 1),
    ArrowDown: () => go(at + 1),
    ArrowUp: () => go(at - 1),
    o: () => chosen && navigate(runPath(chosen.run)),
  });
  const done = (need: Need): void => {
    announce(`Answered: ${need.text}`);
    const next = needs[at + 1] ?? needs[at - 1];
    setWanted(next?.id ?? null);
    reload();
  };
  return (
    <Page title="Approvals" intro="Questions, permission requests, escalations and runs that are blocked." wide>
      <ErrorNotice error={error} />
      {error && (
        <p className="mb-3 mt-1 text-sm text-soft" data-testid="not-fetched">
          {data ? 'What you see is what was last known.' : 'What waits for you could not be fetched.'} It is tried
          again.
        </p>
      )}
      {!error && needs.length === 0 && !isNothing && <p className="text-soft">Loading …</p>}
      {isNothing && (
        <div className="card">
          <Empty icon="check" title="Nothing waits for you">
            When an agent asks for permission, escalates, or a run stops at its budget, it appears here. You can leave
            this page open, or have it notify you: see the preferences.
          </Empty>
        </div>
      )}
      {chosen && (
        <RunSourceProvider source={serverSource}>
          <div className="grid grid-cols-[minmax(260px,360px)_minmax(0,1fr)] items-start gap-4 max-[900px]:grid-cols-1">
            <div>
              <NeedList needs={needs} chosen={chosen.id} choose={setWanted} />
              <p className="mt-2 flex items-center gap-1 text-xs text-faint">
                <Kbd>j</Kbd>
                <Kbd>k</Kbd> to move, <Kbd>o</Kbd> opens the run
              </p>
            </div>
            <NeedCard key={chosen.id} need={chosen} done={() => done(chosen)} />
          </div>
        </RunSourceProvider>
      )}
    </Page>
  );
}
