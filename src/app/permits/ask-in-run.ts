import { randomBytes } from 'node:crypto';
import type { AgentTask } from '#contracts/agent.ts';
import { ActivationId, RunId, Seq } from '#contracts/ids.ts';
import { type Json, toJson } from '#contracts/json.ts';
import { type AskPerson, PermissionQuestion, type PersonAnswer } from '#contracts/permission.ts';
import { type AskedPermit, type DecidedPermit, PERMIT_ASKED_SIGNAL, PERMIT_SIGNAL } from '#contracts/permits.ts';
import type { Redactor } from '#host/redact.ts';
import { Changes } from '../changes.ts';
import type { Runs } from '../runs.ts';
import { OpenPermits } from './open-permits.ts';
import { askedText } from './permit-text.ts';

export interface AskInRunParts {
  readonly runs: Pick<Runs, 'store' | 'clock'>;
  readonly redactor: Redactor;
  /** How long a person has. */
  readonly patienceMs: number;
}

const LOOK_MS = 1_000;
export const PATIENCE_MS = 15 * 60_000;

/**
 * Asks whoever looks at the run, in whatever process: the question is put into its log, and the first answer there
 * counts. Nobody's answer is a no, which is put there too, so that no screen goes on asking. Undefined for a task that
 * belongs to no run: then nobody can be asked.
 */
export function askInRun(task: AgentTask, { runs, redactor, patienceMs }: AskInRunParts): AskPerson | undefined {
  const [, runId, actId, attempt] = /^([^/]+)\/(.+)\/(\d+)$/.exec(task.id) ?? [];
  if (!runId || !actId || !attempt) return undefined;
  const run = RunId.parse(runId);
  const tell = async (signal: string, payload: Json, by: string): Promise<void> => {
    await runs.store.post(run, { type: 'signal', signal, act: null, payload }, by, runs.clock.now());
  };
  return async (asked, signal) => {
    const id = randomBytes(6).toString('hex');
    const question = PermissionQuestion.parse(redactor.json(toJson(asked, 'question')));
    const until = runs.clock.now() + patienceMs;
    const act = ActivationId.parse(actId);
    const head = (await runs.store.header(run))?.head ?? 0;
    const entry: AskedPermit = { text: askedText(question), id, act, attempt: Number(attempt), until, question };
    await tell(PERMIT_ASKED_SIGNAL, toJson(entry, 'question'), task.agent);
    const answer = await decisionIn(runs, run, head, id, patienceMs, signal);
    if (answer) return personAnswer(answer);
    const why = signal.aborted ? 'the question was called off' : `nobody answered within ${words(patienceMs)}`;
    const no: DecidedPermit = { text: `no: ${why}`, request: id, decision: 'deny', scope: 'once', note: why };
    await tell(PERMIT_SIGNAL, toJson(no, 'decision'), 'assay');
    // A person may have answered in the same moment: what the log has first is what every screen shows, so it counts.
    // The driver is this process's own: it takes both in, or it is broken off and the attempt called off with it.
    const first = signal.aborted ? null : await decisionIn(runs, run, head, id, Number.POSITIVE_INFINITY, signal);
    return personAnswer(first ?? no);
  };
}

const personAnswer = ({ decision, scope, note }: DecidedPermit): PersonAnswer => ({
  ...{ answer: decision, scope },
  ...(note === undefined ? {} : { why: note }),
});

/** The answer, as soon as the log has it; null when it is called off or the time is over. */
async function decisionIn(
  { store, clock }: AskInRunParts['runs'],
  run: RunId,
  head: number,
  id: string,
  patienceMs: number,
  signal: AbortSignal,
): Promise<DecidedPermit | null> {
  const permits = new OpenPermits();
  const end = clock.monotonic() + patienceMs;
  let seen = head;
  using changes = new Changes({ store, clock }, run);
  while (!signal.aborted && clock.monotonic() < end) {
    for await (const event of store.read(run, Seq.parse(seen + 1))) {
      permits.add(event);
      seen = event.seq;
    }
    const decided = permits.decisionOn(id);
    if (decided) return decided;
    await changes.next(Math.min(LOOK_MS, end - clock.monotonic()), signal);
  }
  return null;
}

const words = (ms: number): string =>
  ms < 60_000 ? many(Math.ceil(ms / 1_000), 'second') : many(Math.round(ms / 60_000), 'minute');

const many = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;
