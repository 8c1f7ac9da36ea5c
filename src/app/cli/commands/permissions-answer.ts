import { answeredBefore, decidePermit, HOLDS } from '#attempts/permits/decide-permit.ts';
import { SHORT_ID } from '#attempts/permits/permit-text.ts';
import { type WaitingPermit, waitingPermits } from '#attempts/permits/waiting-permits.ts';
import { AssayError, asSentence, EXIT } from '#contracts/errors.ts';
import type { GrantScope, PermissionDecision } from '#contracts/permission.ts';
import { hasEnded } from '#engine/steering/steer-run.ts';
import { withRuns } from '../../open-runs.ts';
import type { Cli, JsonOption } from '../context.ts';
import { requirePerson } from '../person.ts';
import { steeringFor } from './runs-steer.ts';

export interface AnswerPermitOptions extends JsonOption {
  readonly for?: GrantScope;
  readonly why?: string;
}

/** A person's answer to an agent that waits in a run, from another terminal. */
export async function answerPermitCommand(
  cli: Cli,
  decision: PermissionDecision['decision'],
  wanted: string,
  { for: scope = 'once', why, json = false }: AnswerPermitOptions,
): Promise<number> {
  // An agent with a shell of its own must not allow itself something.
  requirePerson('an answer to an agent');
  return withRuns(cli.env, async (runs) => {
    const asked = oneOf(await waitingPermits(runs), wanted);
    if (scope !== 'once' && asked.question.remember.length === 0) {
      throw new AssayError('USAGE', 'this cannot be remembered without allowing more than was asked', {
        next: `Answer it once: assay permissions ${decision} ${asked.id.slice(0, SHORT_ID)}`,
      });
    }
    const answer = { decision, scope, ...(why === undefined ? {} : { note: why }) };
    const decided = await decidePermit(steeringFor(cli, runs), asked.run, asked, answer);
    const heard = decided.heard || hasEnded(decided.after);
    if (decided.first && !decided.isFirst) throw answeredBefore(asked.run, decided.first);
    if (json) cli.screen.json({ run: asked.run, request: asked.id, decision, scope, heard });
    else {
      cli.screen.out(`${decision === 'allow' ? 'allowed' : 'denied'}, ${HOLDS[scope]}: ${asSentence(asked.text)}`);
      if (!heard) cli.screen.out(`run ${asked.run} has not taken it in yet: assay runs watch ${asked.run}`);
    }
    return heard ? EXIT.done : EXIT.later;
  });
}

function oneOf(waiting: readonly WaitingPermit[], wanted: string): WaitingPermit {
  const found = waiting.filter(({ id }) => wanted !== '' && id.startsWith(wanted));
  const [asked] = found;
  if (asked && found.length === 1) return asked;
  const seen = asked
    ? `${found.length} open questions begin with "${wanted}"`
    : `no open question begins with "${wanted}"`;
  throw new AssayError('SIGNAL_UNKNOWN', seen, {
    next: 'It may have been answered, or its attempt has ended: `assay permissions` shows what is asked.',
  });
}
