import { CHAT } from '#contracts/chat-turn.ts';
import { SessionId } from '#contracts/ids.ts';
import type { ListedRun, RunStatus, ShownStatus } from '#contracts/run-header.ts';
import type { SlotsView } from '#contracts/scheduling.ts';
import { oneLine } from '#contracts/text.ts';
import { type Runs, statusOf } from '#engine/runs.ts';
import { nearestNames } from '#host/nearest-names.ts';
import { withRuns } from '../../open-runs.ts';
import { usage } from '../cli-error.ts';
import type { Cli, JsonOption } from '../context.ts';
import type { Screen } from '../screen.ts';
import { slotLines } from '../slot-lines.ts';
import { STATUS_STYLES } from '../status.ts';
import { type Column, table } from '../table.ts';
import { age, count, plural, spentText } from '../words.ts';

export interface ListOptions extends JsonOption {
  readonly status?: ShownStatus;
  readonly session?: string;
  readonly limit: number;
  readonly all?: boolean;
  readonly conversations?: boolean;
}

type ShownRun = ListedRun & { readonly shown: ShownStatus };

export async function listRuns(cli: Cli, options: ListOptions, words: readonly string[]): Promise<number> {
  if (words.length > 0) throw unknownCommand(words);
  return withRuns(cli.env, async (runs) => {
    const { listed, more } = await find(runs, options);
    const slots = runs.slots();
    if (options.json) cli.screen.json({ runs: listed.map(({ shown, ...run }) => ({ ...run, shown })), more, slots });
    else show(cli.screen, listed, more, options, runs.clock.now(), slots);
    return 0;
  });
}

async function find(runs: Runs, options: ListOptions): Promise<{ listed: ShownRun[]; more: boolean }> {
  const { status, session, all, conversations = false } = options;
  const limit = all ? Number.POSITIVE_INFINITY : options.limit;
  const logged = status === undefined ? undefined : loggedAs(status);
  // The shown status may differ from the log's: then all candidates are examined.
  const found = await runs.store.list({
    ...(session === undefined ? {} : { session: SessionId.parse(session) }),
    ...(logged === undefined ? {} : { status: [logged] }),
  });
  const shown = found
    .map((run): ShownRun => ({ ...run, shown: statusOf(run, runs) }))
    // A conversation waits for no one: it has a list of its own.
    .filter(({ graph }) => (graph.name === CHAT) === conversations)
    .filter((run) => status === undefined || run.shown === status);
  return { listed: shown.slice(0, limit), more: shown.length > limit };
}

const loggedAs = (status: ShownStatus): RunStatus =>
  status === 'waiting' || status === 'interrupted' ? 'running' : status;

function show(
  { out, paint, width }: Screen,
  listed: readonly ShownRun[],
  more: boolean,
  options: ListOptions,
  now: number,
  slots: SlotsView,
): void {
  if (listed.length === 0) {
    const filtered = options.status !== undefined || options.session !== undefined;
    out(filtered ? 'No run fits.' : 'No runs yet.');
    out(paint('dim', filtered ? '`assay runs --all` lists every run.' : '`assay demo` makes one: 20 seconds, no key.'));
    // Conversations take their turns too.
    for (const line of slotLines(slots)) out(paint('dim', line));
    return;
  }
  for (const line of table(columns(now, slots), listed, width, paint)) out(line);
  if (more) out(paint('dim', `… and older ones: \`assay runs --all\``));
  for (const line of slotLines(slots)) out(paint('dim', line));
  const interrupted = listed.find((run) => run.shown === 'interrupted');
  if (interrupted) out(paint('dim', `\`assay runs resume ${interrupted.run}\` continues an interrupted run.`));
}

const columns = (now: number, { runs }: SlotsView): Column<ShownRun>[] => [
  { title: 'run', text: ({ run }) => run },
  { title: 'status', text: ({ run, shown }) => shown + waitsIn(runs[run]), style: ({ shown }) => STATUS_STYLES[shown] },
  { title: 'nodes', text: nodesOf, align: 'right' },
  { title: 'tokens', text: ({ tokens }) => count(tokens), align: 'right' },
  { title: 'cost', text: spentText, align: 'right' },
  { title: 'age', text: ({ createdAt }) => age(now - createdAt), align: 'right' },
  {
    title: 'title',
    flexible: true,
    text: ({ title, simulated }) => `${oneLine(title)}${simulated ? ' (simulated)' : ''}`,
  },
];

const waitsIn = (slots: { readonly waiting: number } | undefined): string =>
  slots && slots.waiting > 0 ? ` (${slots.waiting} wait)` : '';

function nodesOf({ nodes: { done, blocked, scheduled, running, asking, failed } }: ListedRun): string {
  return `${done}/${done + blocked + scheduled + running + asking + failed}`;
}

function unknownCommand([word = '', ...rest]: readonly string[]) {
  const seen = `unknown command 'runs ${word}'`;
  if (/^r[0-9a-z]{4,}$/.test(word) || word === 'last') {
    return usage(seen, `Did you mean \`assay runs show ${word}\`?`);
  }
  const [near] = nearestNames(word, COMMANDS, 1);
  return usage(
    seen,
    near === undefined
      ? `\`assay runs --help\` lists ${plural(COMMANDS.length, 'command')}.`
      : `Did you mean \`assay runs ${[near, ...rest].join(' ')}\`?`,
  );
}

const COMMANDS = ['list', 'show', 'watch', 'resume', 'answer', 'pause', 'cancel', 'budget', 'fork', 'export'] as const;
