import type { AttemptEnv } from '#contracts/agent.ts';
import type { PermissionAnswer, PermissionRequest } from '#contracts/permission.ts';
import type { Telling } from './frame-attempt.ts';

/** Asks for permission, and reports both the question and its answer. */
export type AskPermit = (request: PermissionRequest, signal: AbortSignal) => Promise<PermissionAnswer>;

export const askPermit =
  (place: Pick<AttemptEnv, 'permit'>, telling: Telling): AskPermit =>
  async (request, signal) => {
    telling.tell({ type: 'permission_request', request });
    const answer = await place.permit(request, signal);
    telling.tell({ type: 'permission_answer', id: request.id, answer });
    return answer;
  };

/** A refusal in words for the agent. */
export const refusalText = ({ error }: Extract<PermissionAnswer, { type: 'deny' }>): string =>
  `${error.message}${error.next === undefined ? '' : ` ${error.next}`}`;
