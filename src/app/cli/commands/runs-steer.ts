import { EXIT } from '#contracts/errors.ts';
import type { Mail } from '#contracts/mail.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import type { Budget } from '#contracts/usage.ts';
import { eventsOf, type Runs, statusOf } from '#engine/runs.ts';
import { hasEnded, type Steering, steerRun } from '#engine/steering/steer-run.ts';
import { withRuns } from '../../open-runs.ts';
import { usage } from '../cli-error.ts';
import type { Cli, JsonOption } from '../context.ts';
import { me } from '../me.ts';
import { findRunHere } from '../near-here.ts';

interface WhyOption extends JsonOption {
  readonly why?: string;
}

export const cancelRun = (cli: Cli, wanted: string, { why = `cancelled by ${me()}`, json }: WhyOption) =>
  steer(cli, wanted, json, { type: 'cancel', why });

export const pauseRun = (cli: Cli, wanted: string, { why = `paused by ${me()}`, json }: WhyOption) =>
  steer(cli, wanted, json, { type: 'pause', why });

export async function budgetRun(cli: Cli, wanted: string, options: Budget & JsonOption): Promise<number> {
  const { json, ...limits } = options;
  if (Object.keys(limits).length === 0) {
    throw usage('no limit was given', 'Give at least one of --usd, --tokens, --seconds, --attempts.');
  }
  const budget: Budget = limits;
  return steer(cli, wanted, json, { type: 'raise-budget', budget });
}

async function steer(cli: Cli, wanted: string, json = false, mail: Mail): Promise<number> {
  return withRuns(cli.env, async (runs) => {
    const before = await findRunHere(cli, runs, wanted);
    const { after, heard: taken } = await steerRun(steeringFor(cli, runs), before.run, mail);
    // A run that has ended meanwhile takes no more requests: that is an answer too.
    const heard = taken || hasEnded(after);
    const status = statusOf(after, runs);
    const already = mail.type === 'pause' && before.status === 'paused' && !(await hasPausedSince(runs, before));
    if (json) cli.screen.json({ run: after.run, asked: mail.type, heard, already, status });
    else cli.screen.out(answerTo(mail, after, status, { heard, already }));
    return heard ? EXIT.done : EXIT.later;
  });
}

/** Steering from the command line: in the name of the person at the terminal. */
export const steeringFor = ({ env }: Cli, runs: Runs): Steering => ({
  ...{ runs, by: me() },
  // Only answers need a graph, and every graph takes a while to load.
  graphs: { get: async (name) => (await import('../../server/graphs.ts')).knownGraphs(runs, env).get(name) },
});

/** Pausing a run that paused on its budget is recorded as the person's pause; pausing it again does nothing. */
const hasPausedSince = async ({ store }: Runs, { run, head }: ListedRun): Promise<boolean> =>
  (await eventsOf(store, run, head)).some(({ type }) => type === 'run.paused');

function answerTo(
  { type }: Mail,
  { run }: ListedRun,
  status: string,
  { heard, already }: { readonly heard: boolean; readonly already: boolean },
): string {
  if (!heard) return `run ${run}: asked, but the process that drives it has not answered yet (status: ${status})`;
  if (type === 'raise-budget') {
    const next = status === 'interrupted' || status === 'paused' ? `; continue with: assay runs resume ${run}` : '';
    return `run ${run}: the budget is set (status: ${status})${next}`;
  }
  // A run that is being cancelled, or has ended meanwhile, cannot be paused.
  if (type === 'pause' && status !== 'paused') return `run ${run} was not paused: it is ${status}`;
  if (type === 'pause')
    return `run ${run} is ${already ? 'already ' : ''}paused; continue with: assay runs resume ${run}`;
  return `run ${run} is ${status}`;
}
