import { ChatId, type ChatSummary } from '#contracts/chat.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import { isDriven, type Runs } from '#engine/runs.ts';
import { type ListedSession, titleOfSession } from '../catalogue/sessions.ts';

/** What only the log knows; lists do not read logs. */
type FromLog = Pick<ChatSummary, 'state' | 'turns' | 'queued'>;

export function chatSummary(
  session: ListedSession,
  runs: Runs,
  log: FromLog = fromHeader(session.run, runs),
): ChatSummary {
  const { run, note, folder } = session;
  const { createdAt, updatedAt, simulated, tokens, usd, unpriced } = run;
  const { labels, status, archived, readAt } = note;
  return {
    id: ChatId.parse(run.run),
    session: run.session,
    title: titleOfSession(session),
    folder,
    labels,
    status,
    archived,
    unread: log.turns > 0 && log.state === 'idle' && updatedAt > (readAt ?? 0),
    simulated,
    createdAt,
    updatedAt,
    ...log,
    usage: { tokens, usd, unpriced },
  };
}

function fromHeader(run: ListedRun, runs: Runs): FromLog {
  const works = isWorking(run, runs);
  // Each message is listened for once and answered once.
  const turns = run.nodes.done - (run.nodes.done % 2) + (works ? 1 : 0);
  return { state: works ? 'working' : 'idle', turns, queued: 0 };
}

export const isWorking = (run: ListedRun, runs: Runs): boolean =>
  run.nodes.running + run.nodes.scheduled > 0 && run.status === 'running' && isDriven(run, runs);
