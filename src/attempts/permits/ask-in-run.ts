import type { AgentTask } from '#contracts/agent.ts';
import { type RunId, Seq } from '#contracts/ids.ts';
import { type Json, toJson } from '#contracts/json.ts';
import type { AskPerson } from '#contracts/permission.ts';
import { type DecidedPermit, PERMIT_ASKED_SIGNAL, PERMIT_SIGNAL, type PermitAsked } from '#contracts/signals.ts';
import { Changes } from '#engine/changes.ts';
import type { Runs } from '#engine/runs.ts';
import { sendMail } from '#engine/steering/send-mail.ts';
import type { Redactor } from '#host/redact.ts';
import { askPersonIn } from '../permissions/ask-person.ts';
import { OpenPermits } from './open-permits.ts';
import { permitQuestionText } from './permit-text.ts';

export interface AskInRunParts {
  readonly runs: Pick<Runs, 'store' | 'clock'>;
  readonly redactor: Redactor;
  /** How long a person has to answer. */
  readonly patienceMs: number;
}

const LOOK_MS = 1_000;

/** Asks anyone who watches the run. Undefined for a task that belongs to no run: then no one can be asked. */
export function askInRun(
  task: Pick<AgentTask, 'of' | 'agent'>,
  { runs, redactor, patienceMs }: AskInRunParts,
): AskPerson | undefined {
  if (!task.of) return undefined;
  const { run, act, attempt } = task.of;
  const tell = async (signal: string, payload: Json, by: string): Promise<void> => {
    await sendMail({ runs, by }, run, { type: 'signal', signal, act: null, payload });
  };
  return async (question, signal) => {
    const head = (await runs.store.header(run))?.head ?? 0;
    const asking = askPersonIn({
      ...{ clock: runs.clock, redactor, patienceMs },
      ask: (asked) => {
        const entry: PermitAsked = { text: permitQuestionText(asked.question), act, attempt, ...asked };
        return tell(PERMIT_ASKED_SIGNAL, toJson(entry, 'question'), task.agent);
      },
      decision: (id, ms, late) => decisionIn(runs, run, head, id, ms, late),
      refuse: (request, no) => {
        const decided: DecidedPermit = { text: `no: ${no.note}`, request, ...no };
        return tell(PERMIT_SIGNAL, toJson(decided, 'decision'), 'assay');
      },
    });
    return asking(question, signal);
  };
}

/** The answer, as soon as the log has it; null when it is cancelled or expires. */
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
