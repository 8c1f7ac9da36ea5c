import type { SteerResult } from '#contracts/http/act-routes.ts';
import { ApiError } from '#contracts/http/call-route.ts';
import type { Need } from '#contracts/http/needs.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import type { Json } from '#contracts/json.ts';
import type { GrantScope, PermissionDecision } from '#contracts/permission.ts';
import type { Budget } from '#contracts/usage.ts';
import { call } from '../api/call.ts';

const where = ({ run }: Need) => ({ params: { run } });
const which = ({ act, hash }: Need) => ({ seen: hash, ...(act === null ? {} : { act }) });

export const answerNeed = (need: Need, answer: Json): Promise<SteerResult> =>
  call(ROUTES.answer, {
    ...where(need),
    body: { ...which(need), ...(need.signal === null ? {} : { signal: need.signal }), answer },
  });

/** An agent in a run is answered through the run, one in a conversation through the conversation. */
export async function decideNeed(
  need: Need,
  decision: 'allow' | 'deny',
  scope: GrantScope,
  note: string,
): Promise<void> {
  const said = { decision, scope, ...(note.trim() === '' ? {} : { note: note.trim() }) };
  const { permit, run } = need;
  if (permit?.chat) return decideInChat(run, permit.id, said);
  const body = permit ? { ...said, permit: permit.id, seen: need.hash } : { ...which(need), ...said };
  await call(ROUTES.decide, { ...where(need), body });
}

/** False is not an error, but the person has to know that the answer did not count. */
export async function decideInChat(chat: string, permission: string, body: PermissionDecision): Promise<void> {
  const params = { chat: ROUTES.chatDecide.params.shape.chat.parse(chat), permission };
  const { decided } = await call(ROUTES.chatDecide, { params, body });
  if (!decided)
    throw new ApiError(
      409,
      'SIGNAL_UNKNOWN',
      'This question was withdrawn.',
      'It was answered already, or the turn has ended.',
    );
}

export const guideNeed = (need: Need, guidance: string, waive: readonly number[] = []): Promise<SteerResult> =>
  call(ROUTES.guide, { ...where(need), body: { ...which(need), guidance, waive: [...waive] } });

export const raiseBudget = (need: Need, budget: Budget): Promise<SteerResult> =>
  call(ROUTES.budget, { ...where(need), body: { budget } });

export const goOn = (need: Need): Promise<SteerResult> => call(ROUTES.resume, { ...where(need), body: {} });

export const callOff = (need: Need): Promise<SteerResult> => call(ROUTES.cancel, { ...where(need), body: {} });
