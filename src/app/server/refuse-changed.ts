import { HttpCode } from '#contracts/http/failure.ts';
import type { ActivationId, RunId } from '#contracts/ids.ts';
import { findRun } from '#engine/find-run.ts';
import { HttpError } from './http-error.ts';
import { needsOf } from './needs.ts';
import type { ServerContext } from './server-context.ts';

/**
 * Refuses an answer to something other than what the person saw. A run may ask the next question just as a key is
 * pressed; an answer to the previous one does not allow this one.
 */
export async function refuseChanged(
  serverContext: ServerContext,
  run: RunId,
  seen: string | undefined,
  act?: ActivationId,
  permit?: string,
): Promise<void> {
  if (seen === undefined) return;
  const needs = await needsOf(serverContext, await findRun(serverContext.runs.store, run));
  const shown = needs.find(({ hash }) => hash === seen);
  const isThis =
    shown && (act === undefined || shown.act === act) && (permit === undefined || shown.permit?.id === permit);
  if (isThis) return;
  throw new HttpError(
    409,
    HttpCode.cardChanged,
    'What is asked has changed since it was shown: nothing was answered.',
    'Look at it again, and answer what is asked now.',
  );
}
