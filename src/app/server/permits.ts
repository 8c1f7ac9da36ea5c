import { answeredBefore, decidePermit } from '#attempts/permits/decide-permit.ts';
import type { OpenPermit } from '#attempts/permits/open-permits.ts';
import { CHAT } from '#contracts/chat-turn.ts';
import { AssayError } from '#contracts/errors.ts';
import type { SteerResult } from '#contracts/http/act-routes.ts';
import type { Need } from '#contracts/http/needs.ts';
import type { ShownRun } from '#contracts/http/run-shown.ts';
import type { RunId } from '#contracts/ids.ts';
import type { PermissionDecision } from '#contracts/permission.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import { PERMIT_SIGNAL } from '#contracts/signals.ts';
import { stepName } from '#contracts/stories/step-name.ts';
import { findRun } from '#engine/find-run.ts';
import { isDriven } from '#engine/runs.ts';
import { refuseOver } from '#engine/steering/steer-run.ts';
import { workflowNamed } from '../workflows.ts';
import type { ServerContext } from './server-context.ts';
import { steeringOf, steerResult } from './steer.ts';

/** What working agents of a run wait for. Only for a driven run: in others no one waits. */
async function openPermits({ runs, folds }: ServerContext, run: RunId): Promise<OpenPermit[]> {
  const { permits, fold } = await folds.now(run);
  return permits.asked === 0 ? [] : permits.open(fold.view().nodes, runs.clock.now(), runs.blobs);
}

/** All of it but the hash of the rest. */
export type UnsealedNeed = Omit<Need, 'hash'>;
type NeedBase = Omit<UnsealedNeed, 'at' | 'text'>;

export async function permitNeeds(
  serverContext: ServerContext,
  header: ListedRun,
  base: (what: string) => NeedBase,
): Promise<UnsealedNeed[]> {
  const open = isDriven(header, serverContext.runs) ? await openPermits(serverContext, header.run) : [];
  if (open.length === 0) return [];
  const { nodes } = (await serverContext.folds.now(header.run)).fold.view();
  return open.map(({ id, act, at, text, until, question }) => {
    const { why, remember, ...request } = question;
    const node = nodes.find((each) => each.act === act);
    return {
      ...base(id),
      at,
      text,
      act,
      // In its workflow's words, as in every view of the run.
      node: node ? stepName(node, workflowNamed(header.graph.name)?.chapters ?? null) : null,
      signal: PERMIT_SIGNAL,
      permission: request,
      // A conversation's are answered by its own route.
      permit: { id, why, remember, until, chat: header.graph.name === CHAT },
    };
  });
}

/**
 * A person's answer to an agent that waits. A question that is no longer open is refused: the attempt has continued
 * without it.
 */
export async function answerPermit(
  serverContext: ServerContext,
  wanted: string,
  id: string,
  decision: PermissionDecision,
  refuseChanged: (run: RunId) => Promise<void> = async () => {},
): Promise<SteerResult> {
  const { runs, locks } = serverContext;
  const { run } = await findRun(runs.store, wanted);
  return locks.run(run, async () => {
    await refuseChanged(run);
    const header = await findRun(runs.store, run);
    refuseOver(header);
    const open = isDriven(header, runs) ? await openPermits(serverContext, run) : [];
    const asked = open.find((permit) => permit.id === id);
    if (!asked) {
      throw new AssayError('SIGNAL_UNKNOWN', `run ${run} does not ask that right now`, {
        next: 'It may have been answered already, or the attempt has ended: look at the run.',
      });
    }
    const { first, isFirst, heard } = await decidePermit(steeringOf(serverContext), run, asked, decision);
    if (first && !isFirst) throw answeredBefore(run, first);
    return steerResult(serverContext, run, heard);
  });
}

/** How many agents wait for a person, in active runs and conversations. */
export async function countWaiting(serverContext: ServerContext, shown: readonly ShownRun[]): Promise<number> {
  const driven = shown.filter(({ driver, status }) => driver !== null && status === 'running');
  let count = 0;
  for (const { run } of driven) count += (await openPermits(serverContext, run)).length;
  return count;
}
