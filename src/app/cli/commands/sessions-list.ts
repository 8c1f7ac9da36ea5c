import { sep } from 'node:path';
import { EXIT } from '#contracts/errors.ts';
import type { SessionStatus } from '#contracts/session-note.ts';
import { oneLine } from '#contracts/text.ts';
import { chatSummary } from '#sessions/chat/chat-summary.ts';
import type { Cli, JsonOption } from '../context.ts';
import { type Column, table } from '../table.ts';
import { withSessions } from '../with-sessions.ts';
import { age, count } from '../words.ts';

interface ListOptions extends JsonOption {
  readonly label?: string;
  readonly status?: SessionStatus;
  readonly here?: boolean;
  readonly archived?: boolean;
  readonly limit: number;
  readonly all?: boolean;
}

type Summary = ReturnType<typeof chatSummary>;

export async function listSessions({ env, screen }: Cli, options: ListOptions): Promise<number> {
  return withSessions({ env, screen }, async (sessions, runs) => {
    const all = (await sessions.list()).map((session) => chatSummary(session, runs));
    const fits = all.filter((summary) => isWanted(summary, options));
    const shown = options.all ? fits : fits.slice(0, options.limit);
    const more = fits.length - shown.length;
    if (options.json) {
      screen.json({ sessions: shown, more });
      return EXIT.done;
    }
    const { out, paint, width } = screen;
    if (shown.length === 0) {
      out(all.length === 0 ? 'No conversations yet.' : 'No conversation fits.');
      out(paint('dim', all.length === 0 ? '`assay chat` begins one.' : '`assay sessions --all` lists more.'));
    } else for (const line of table(columns(runs.clock.now()), shown, width, paint)) out(line);
    if (more > 0) out(paint('dim', `… and ${count(more)} more: \`assay sessions --all\``));
    return EXIT.done;
  });
}

function isWanted({ archived, labels, status, folder }: Summary, options: ListOptions): boolean {
  const here = process.cwd();
  const isHere = folder === here || folder?.startsWith(here + sep) === true;
  return (
    archived === (options.archived ?? false) &&
    (options.label === undefined || labels.includes(options.label)) &&
    (options.status === undefined || status === options.status) &&
    (!options.here || isHere)
  );
}

const columns = (now: number): Column<Summary>[] => [
  { title: 'session', text: ({ id }) => id },
  {
    title: 'status',
    text: ({ state, status, unread }) => (state === 'working' ? 'working' : `${status}${unread ? ', unread' : ''}`),
  },
  { title: 'turns', text: ({ turns }) => count(turns), align: 'right' },
  { title: 'changed', text: ({ updatedAt }) => age(now - updatedAt), align: 'right' },
  { title: 'labels', text: ({ labels }) => labels.join(', ') },
  {
    title: 'title',
    flexible: true,
    text: ({ title, simulated }) => `${oneLine(title)}${simulated ? ' (simulated)' : ''}`,
  },
];
