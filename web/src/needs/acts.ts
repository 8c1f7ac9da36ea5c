import type { Acted } from '#contracts/http/act-routes.ts';
import type { Need } from '#contracts/http/needs.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import type { Json } from '#contracts/json.ts';
import type { GrantScope } from '#contracts/permission.ts';
import type { Budget } from '#contracts/usage.ts';
import { call } from '../api/call.ts';

const where = ({ run }: Need) => ({ params: { run } });
const which = ({ act }: Need) => (act === null ? {} : { act });

export const answerNeed = (need: Need, answer: Json): Promise<Acted> =>
  call(ROUTES.answer, {
    ...where(need),
    body: { ...which(need), ...(need.signal === null ? {} : { signal: need.signal }), answer },
  });

export const decideNeed = (need: Need, decision: 'allow' | 'deny', scope: GrantScope, note: string): Promise<Acted> =>
  call(ROUTES.decide, {
    ...where(need),
    body: { ...which(need), decision, scope, ...(note.trim() === '' ? {} : { note: note.trim() }) },
  });

export const guideNeed = (need: Need, guidance: string): Promise<Acted> =>
  call(ROUTES.guide, { ...where(need), body: { ...which(need), guidance } });

export const raiseBudget = (need: Need, budget: Budget): Promise<Acted> =>
  call(ROUTES.budget, { ...where(need), body: { budget } });

export const goOn = (need: Need): Promise<Acted> => call(ROUTES.resume, { ...where(need), body: {} });

export const callOff = (need: Need): Promise<Acted> => call(ROUTES.cancel, { ...where(need), body: {} });
