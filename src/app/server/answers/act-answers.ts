import { AssayError } from '#contracts/errors.ts';
import type { actRoutes } from '#contracts/http/act-routes.ts';
import { GUIDANCE_SIGNAL, PERMISSION_SIGNAL } from '#contracts/http/needs.ts';
import type { RunId } from '#contracts/ids.ts';
import type { Mail } from '#contracts/mail.ts';
import { forkRun } from '#engine/drive/runs.ts';
import { findRun } from '../../find-run.ts';
import { isDriven } from '../../runs.ts';
import type { Handlers } from '../bind.ts';
import { decidePermit } from '../permits.ts';
import { type Answer, answerMail } from '../questions.ts';
import type { ServerContext } from '../server-context.ts';
import { actedOn, refuseOver, steer } from '../steer.ts';

export const actAnswers = (serverContext: ServerContext): Handlers<typeof actRoutes> => {
  const { runs, drives, me } = serverContext;
  const answer = (wanted: string, given: Answer, resume: boolean) =>
    steer(serverContext, wanted, (run) => answerMail(runs, run, given), resume ? 'go-on' : 'leave');
  return {
    start: async ({ body }) => actedOn(serverContext, await drives.start(body), true),
    answer: ({ params, body: { answer: payload, resume, act, signal } }) =>
      answer(params.run, { act, signal, payload }, resume),
    decide: ({ params, body: { act, permit, resume, decision, scope, note } }) => {
      if (permit !== undefined) return decidePermit(serverContext, params.run, permit, { decision, scope, note });
      const payload = { decision, scope, ...(note === undefined ? {} : { note }) };
      return answer(params.run, { act, signal: PERMISSION_SIGNAL, payload }, resume);
    },
    guide: ({ params, body: { act, resume, guidance } }) =>
      answer(params.run, { act, signal: GUIDANCE_SIGNAL, payload: { guidance } }, resume),
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

/** Who resumes a paused run means it; the driver takes that in first. */
async function resume(
  serverContext: ServerContext,
  wanted: string,
  { adopt, fast }: { adopt: boolean; fast: boolean },
) {
  const { runs, drives, me } = serverContext;
  const found = await findRun(runs.store, wanted);
  const { run } = found;
  // Another driver still finishes what ran when it was paused: it goes on there.
  const isElsewhere = found.status === 'paused' && isDriven(found, runs) && drives.handle(run) === null;
  if (isElsewhere) return steer(serverContext, run, (): Mail => ({ type: 'resume' }), 'go-on');
  return serverContext.locks.run(run, async () => {
    await refuseOver(serverContext, run);
    const { status } = await findRun(runs.store, run);
    if (status === 'paused') await runs.store.post(run, { type: 'resume' }, me, runs.clock.now());
    await drives.resume(run, { fast, ...(adopt ? { adopt: { by: me } } : {}) });
    return actedOn(serverContext, run, true);
  });
}

/** A person's pause is not undone by more money. */
async function hadRunOut({ runs, folds }: ServerContext, wanted: string): Promise<boolean> {
  const { run } = await findRun(runs.store, wanted);
  return (await folds.now(run)).pause?.reason === 'budget';
}

async function fork(
  serverContext: ServerContext,
  wanted: string,
  { at, ...how }: { at: RunSeq; resume: boolean; fast: boolean },
) {
  const { runs, drives } = serverContext;
  const from = await findRun(runs.store, wanted);
  if (at < 1 || at > from.head) {
    const next = `Its events are 1 to ${from.head}.`;
    throw new AssayError('USAGE', `run ${from.run} has no event ${at}`, { next });
  }
  const run: RunId = await forkRun(runs, from.run, at);
  if (how.resume) await serverContext.locks.run(run, () => drives.resume(run, { fast: how.fast }));
  const { forkedFrom } = await findRun(runs.store, run);
  return { ...(await actedOn(serverContext, run, true)), forkedFrom: forkedFrom ?? { run: from.run, seq: at } };
}

type RunSeq = Parameters<typeof forkRun>[2];
