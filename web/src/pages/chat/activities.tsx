import type { ChatActivity } from '#contracts/chat-turn.ts';
import { duration } from '../../lib/format.ts';
import { Link, runPath } from '../../lib/router.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { ValueView } from '../../ui/payload-view.tsx';

const ICONS: Readonly<Record<ChatActivity['kind'], IconName>> = {
  thinking: 'thinking',
  tool: 'tool',
  run: 'graph',
  agent: 'agent',
  status: 'dot',
};

const STATES: Readonly<Record<ChatActivity['state'], string>> = {
  running: 'text-run',
  done: 'text-faint',
  failed: 'text-bad',
  stopped: 'text-warn',
};

/** The agent's actions, each under the action it belongs to. The same live and afterwards. */
export function Activities({ activities }: { activities: readonly ChatActivity[] }) {
  const known = new Set(activities.map(({ id }) => id));
  const under = Map.groupBy(activities, ({ parent }) => (parent !== null && known.has(parent) ? parent : ''));
  return (
    <div className="mb-3 text-xs">
      <Level under={under} parent="" />
    </div>
  );
}

function Level({ under, parent }: { under: ReadonlyMap<string, readonly ChatActivity[]>; parent: string }) {
  const here = under.get(parent);
  if (!here) return null;
  return (
    <ul className={cx('space-y-0.5', parent !== '' && 'ml-[7px] border-l border-line pl-3')}>
      {here.map((activity) => (
        <li key={activity.id}>
          <Activity activity={activity} />
          <Level under={under} parent={activity.id} />
        </li>
      ))}
    </ul>
  );
}

const Activity = ({
  activity: { kind, title, state, startedAt, endedAt, detail, run },
}: {
  activity: ChatActivity;
}) => (
  <details>
    <summary className="flex list-none items-center gap-2 rounded px-1 py-0.5 hover:bg-hover">
      <Icon name={ICONS[kind]} size={14} className={cx(STATES[state], state === 'running' && 'animate-pulse')} />
      <span className="min-w-0 flex-1 truncate">{title}</span>
      {run && (
        <Link to={runPath(run)} className="text-accent hover:underline">
          run
        </Link>
      )}
      <span className={cx('text-2xs tabular', STATES[state])}>
        {state !== 'done' || endedAt === null ? state : endedAt > startedAt && duration(endedAt - startedAt)}
      </span>
    </summary>
    <div className="py-1 pl-6">
      <ValueView value={detail} />
    </div>
  </details>
);
