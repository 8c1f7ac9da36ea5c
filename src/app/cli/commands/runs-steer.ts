import { AssayError, EXIT } from '#contracts/errors.ts';
import type { MailId, RunId } from '#contracts/ids.ts';
import type { Mail } from '#contracts/mail.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import type { Budget } from '#contracts/usage.ts';
import type { Input } from '#engine/step/step.ts';
import { Changes } from '../../changes.ts';
import { findRun } from '../../find-run.ts';
import { applyToIdle } from '../../idle-run.ts';
import { eventsOf, isDriven, type Runs, statusOf, withRuns } from '../../runs.ts';
import { usage } from '../cli-error.ts';
import type { Cli, JsonOption } from '../context.ts';
import { me } from '../me.ts';

interface WhyOption extends JsonOption {
  readonly why?: string;
}

export const cancelRun = (cli: Cli, wanted: string, { why = `cancelled by ${me()}`, json }: WhyOption) =>
  steer(cli, wanted, json, { type: 'cancel', why }, { type: 'cancel', why });

export const pauseRun = (cli: Cli, wanted: string, { why = `paused by ${me()}`, json }: WhyOption) =>
  steer(cli, wanted, json, { type: 'pause', why }, { type: 'pause', why });

export async function budgetRun(cli: Cli, wanted: string, options: Budget & JsonOption): Promise<number> {
  const { json, ...limits } = options;
  if (Object.keys(limits).length === 0) {
    throw usage('no limit was given', 'Give at least one of --usd, --tokens, --seconds, --attempts.');
  }
  const budget: Budget = limits;
  return steer(cli, wanted, json, { type: 'raise-budget', budget }, { type: 'raise-budget', budget, by: me() });
}

/** Takes effect at once where nobody drives the run; else the driver is asked, and waited for. */
async function steer(cli: Cli, wanted: string, json = false, mail: Mail, input: Input): Promise<number> {
  return withRuns(cli.env, async (runs) => {
    const before = await findRun(runs.store, wanted);
    if (isOver(before)) throw new AssayError('RUN_OVER', `run ${before.run} is ${before.status} already`);
    const { after, heard } = await deliver(runs, before.run, mail, input);
    const status = statusOf(after, runs);
    const already = mail.type === 'pause' && before.status === 'paused' && !(await hasPausedSince(runs, before));
    if (json) cli.screen.json({ run: after.run, asked: mail.type, heard, already, status });
    else cli.screen.out(answerTo(mail, after, status, { heard, already }));
    return heard ? EXIT.done : EXIT.later;
  });
}

async function deliver(runs: Runs, run: RunId, mail: Mail, input: Input) {
  if (await applyToIdle(runs, run, () => ({ input }))) return { after: await findRun(runs.store, run), heard: true };
  return waitForDriver(runs, run, await runs.store.post(run, mail, me(), runs.clock.now()));
}

/** A pause of one that had run out of budget is a person's, and recorded; a second one leads to nothing. */
const hasPausedSince = async ({ store }: Runs, { run, head }: ListedRun): Promise<boolean> =>
  (await eventsOf(store, run, head)).some(({ type }) => type === 'run.paused');

const isOver = ({ status }: ListedRun): boolean => status !== 'running' && status !== 'paused';

const PATIENCE_MS = 10_000;
/** Also when nothing was written: the driver may have died. */
const LOOK_MS = 500;

/** A letter leaves the store together with what it led to. One whose driver left meanwhile waits for the next. */
export async function waitForDriver(
  runs: Runs,
  run: RunId,
  letter: MailId,
): Promise<{ after: ListedRun; heard: boolean }> {
  using changes = new Changes(runs, run);
  const begun = runs.clock.monotonic();
  for (;;) {
    const after = await findRun(runs.store, run);
    const heard = !(await runs.store.mail(run)).some(({ id }) => id === letter);
    if (heard) return { after: await findRun(runs.store, run), heard };
    if (isOver(after)) return { after, heard: true };
    if (!isDriven(after, runs) || runs.clock.monotonic() - begun > PATIENCE_MS) return { after, heard };
    await changes.next(LOOK_MS);
  }
}

function answerTo(
  { type }: Mail,
  { run }: ListedRun,
  status: string,
  { heard, already }: { readonly heard: boolean; readonly already: boolean },
): string {
  if (!heard) return `run ${run}: asked, but the process that drives it has not answered yet (status: ${status})`;
  if (type === 'raise-budget') {
    const next = status === 'interrupted' || status === 'paused' ? `; go on with: assay runs resume ${run}` : '';
    return `run ${run}: the budget is set (status: ${status})${next}`;
  }
  // One that is being called off, or has ended meanwhile, takes no pause.
  if (type === 'pause' && status !== 'paused') return `run ${run} was not paused: it is ${status}`;
  if (type === 'pause') return `run ${run} is ${already ? 'already ' : ''}paused; go on with: assay runs resume ${run}`;
  return `run ${run} is ${status}`;
}
