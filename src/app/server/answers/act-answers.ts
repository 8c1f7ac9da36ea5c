import { AssayError } from '#contracts/errors.ts';
import type { actRoutes } from '#contracts/http/act-routes.ts';
import type { ActivationId, RunId } from '#contracts/ids.ts';
import type { Mail } from '#contracts/mail.ts';
import { PERMISSION_SIGNAL } from '#contracts/signals.ts';
import { findRun } from '#engine/find-run.ts';
import { type AnswerMail, answerMail } from '#engine/steering/answer-mail.ts';
import { forkAt } from '#engine/steering/fork-at.ts';
import { refuseOver, resumeElsewhere } from '#engine/steering/steer-run.ts';
import { guidanceMail } from '../../gated-pr/guidance.ts';
import type { Handlers } from '../bind.ts';
import { answerPermit } from '../permits.ts';
import { refuseChanged } from '../refuse-changed.ts';
import type { ServerContext } from '../server-context.ts';
import { steer, steeringOf, steerResult } from '../steer.ts';

interface Answered {
  readonly act?: ActivationId | undefined;
  /** The hash of what the person saw: if it has changed since, the answer is refused. */
  readonly seen?: string | undefined;
  readonly resume: boolean;
}

export const actAnswers = (serverContext: ServerContext): Handlers<typeof actRoutes> => {
  const { runs, drives, me } = serverContext;
  const answer = (wanted: string, { act, seen, resume }: Answered, mailFor: (run: RunId) => Promise<AnswerMail>) =>
    steer(
      serverContext,
      wanted,
      async (run) => {
        await refuseChanged(serverContext, run, seen, act);
        return mailFor(run);
      },
      resume ? 'go-on' : 'leave',
    );
  return {
    start: async ({ body }) => steerResult(serverContext, await drives.start(body), true),
    answer: ({ params, body: { answer: payload, resume, seen, act, signal } }) =>
      answer(params.run, { act, seen, resume }, (run) => answerMail(runs, run, { act, signal, payload })),
    decide: ({ params, body: { act, permit, seen, resume, decision, scope, note } }) => {
      if (permit !== undefined) {
        const unchanged = (run: RunId) => refuseChanged(serverContext, run, seen, undefined, permit);
        return answerPermit(serverContext, params.run, permit, { decision, scope, note }, unchanged);
      }
      const payload = { decision, scope, ...(note === undefined ? {} : { note }) };
      return answer(params.run, { act, seen, resume }, (run) =>
        answerMail(runs, run, { act, signal: PERMISSION_SIGNAL, payload }),
      );
    },
    guide: ({ params, body: { act, seen, resume, guidance, waive } }) =>
      answer(params.run, { act, seen, resume }, (run) => guidanceMail(runs, run, { act, guidance, waive, by: me })),
    pause: ({ params, body: { why = `paused by ${me}` } }) =>
      steer(serverContext, params.run, (): Mail => ({ type: 'pause', why })),
    cancel: ({ params, body: { why = `cancelled by ${me}` } }) =>
      steer(serverContext, params.run, (): Mail => ({ type: 'cancel', why })),
    resume: ({ params, body }) => resume(serverContext, params.run, body),
    budget: async ({ params, body }) => {
      const goesOn = body.resume && (await hadRunOut(serverContext, params.run));
      const mail: Mail = { type: 'raise-budget', budget: body.budget };
      if (Object.keys(body.budget).length === 0) throw new AssayError('USAGE', 'no limit was given');
      return steer(serverContext, params.run, () => mail, goesOn ? 'go-on' : 'leave');
    },
    fork: ({ params, body }) => fork(serverContext, params.run, body),
  };
};

async function resume(
  serverContext: ServerContext,
  wanted: string,
  { adopt, fast }: { adopt: boolean; fast: boolean },
) {
  const { runs, drives, me } = serverContext;
  const { run } = await findRun(runs.store, wanted);
  return serverContext.locks.run(run, async () => {
    const found = await findRun(runs.store, run);
    refuseOver(found);
    const there = await resumeElsewhere(steeringOf(serverContext), found);
    if (!there) await drives.resume(run, { fast, ...(adopt ? { adopt: { by: me } } : {}) });
    return steerResult(serverContext, run, true);
  });
}

/** More money does not undo a person's pause. */
async function hadRunOut({ runs, folds }: ServerContext, wanted: string): Promise<boolean> {
  const { run } = await findRun(runs.store, wanted);
  return (await folds.now(run)).pause?.reason === 'budget';
}

async function fork(
  serverContext: ServerContext,
  wanted: string,
  { at, resume: goesOn, fast }: { at: number; resume: boolean; fast: boolean },
) {
  const { runs, drives } = serverContext;
  const { run, forkedFrom } = await forkAt(runs, wanted, at);
  if (goesOn) await serverContext.locks.run(run, () => drives.resume(run, { fast }));
  return { ...(await steerResult(serverContext, run, true)), forkedFrom };
}
