import { EXIT } from '#contracts/errors.ts';
import { oneLine } from '#contracts/text.ts';
import { costWords } from '#contracts/usage.ts';
import { type Account, accountOf, type CostKey, type CostRow, type CostSum } from '../../cost/account.ts';
import { bar } from '../../cost/bar.ts';
import { readCosts } from '../../cost/read-entries.ts';
import { sinceOf } from '../../cost/since.ts';
import { withRuns } from '../../open-runs.ts';
import type { Cli, JsonOption } from '../context.ts';
import type { Screen } from '../screen.ts';
import { type Column, table } from '../table.ts';
import { count, plural, usd } from '../words.ts';

export interface CostOptions extends JsonOption {
  readonly by: CostKey;
  readonly since: string;
  readonly simulated?: boolean;
}

/** What agents used, and what it cost. */
export async function costCommand(
  { screen, env }: Cli,
  { by, since, simulated = false, json }: CostOptions,
): Promise<number> {
  return withRuns(env, async (runs) => {
    const from = sinceOf(since, runs.clock.now());
    const read = await readCosts(runs, { since: from, simulated });
    const account = accountOf(read.entries, by);
    if (json) screen.json({ since: from, ...account, simulatedRuns: { count: read.simulated, included: simulated } });
    else show(screen, account, since, simulated ? 0 : read.simulated);
    return EXIT.done;
  });
}

const TITLES: Readonly<Record<CostKey, string>> = {
  day: 'day',
  run: 'run',
  session: 'session',
  model: 'model',
  agent: 'agent',
};

const BAR_WIDTH = 20;

function show({ out, paint, width, isTty }: Screen, account: Account, since: string, left: number): void {
  const { rows, total, by } = account;
  if (rows.length === 0) {
    out(`Nothing was spent in this time (--since ${since}). Further back: --since 2026-01-01.`);
  } else {
    const most = Math.max(...rows.map(weightOf(total)));
    const columns = columnsOf(
      by,
      total,
      isTty ? (row) => bar(most > 0 ? weightOf(total)(row) / most : 0, BAR_WIDTH) : null,
    );
    for (const line of table(columns, [...rows, { key: 'total', ...total }], width, paint)) out(line);
  }
  for (const note of notesOf(total, left)) out(paint('dim', note));
}

/** Without any price, tokens are what can be compared. */
const weightOf =
  ({ usd: all }: CostSum) =>
  (row: CostRow): number =>
    all > 0 ? row.usd : row.tokens;

function columnsOf(by: CostKey, total: CostSum, plot: ((row: CostRow) => string) | null): Column<CostRow>[] {
  const number = (title: string, of: (row: CostRow) => number): Column<CostRow> => ({
    title,
    align: 'right',
    text: (row) => count(of(row)),
  });
  const isTotal = ({ key }: CostRow): boolean => key === 'total';
  return [
    {
      title: TITLES[by],
      flexible: by === 'model' || by === 'agent',
      text: ({ key }) => key,
      style: (row) => (isTotal(row) ? 'bold' : null),
    },
    number('attempts', (row) => row.attempts),
    number('in', (row) => row.input),
    number('out', (row) => row.output),
    number('cached', (row) => row.cached),
    number('tokens', (row) => row.tokens),
    { title: 'cost', align: 'right', text: costText, style: (row) => (isTotal(row) ? 'bold' : null) },
    ...(plot === null
      ? []
      : [{ title: '', text: (row: CostRow) => (isTotal(row) ? '' : plot(row)), style: () => 'cyan' as const }]),
    ...(by === 'run' && total.attempts > 0
      ? [{ title: 'title', flexible: true, text: ({ title = '' }: CostRow) => oneLine(title) }]
      : []),
  ];
}

const costText = ({ usd: amount, unpriced }: CostRow): string =>
  costWords({ usd: amount, unpriced: unpriced.attempts }, usd);

function notesOf({ unpriced, interrupted, attempts, tokens, input, output, cached }: CostSum, left: number): string[] {
  const apart = input + output + cached;
  return [
    unpriced.attempts > 0
      ? `${plural(unpriced.attempts, 'attempt')} with ${count(unpriced.tokens)} tokens had no known price and are in no sum of money: put the model into prices.json (docs/models.md).`
      : '',
    interrupted.attempts > 0
      ? `${plural(interrupted.attempts, 'attempt')} (${usd(interrupted.usd)}) were interrupted: paid for, and not finished.`
      : '',
    attempts > 0 && apart < tokens
      ? `${count(tokens - apart)} tokens are known as a sum only, not as in, out and cached.`
      : '',
    left > 0 ? `${plural(left, 'simulated run')} left out: they cost nothing. --simulated shows them.` : '',
  ].filter((note) => note !== '');
}
