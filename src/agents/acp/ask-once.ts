import type { PermissionRequest } from '#contracts/permission.ts';
import type { AskPermit } from '../program/ask-permit.ts';

export interface AskOnce {
  /** For the agent's question before it acts. */
  readonly before: AskPermit;
  /** For what it then asks its client to do. */
  readonly after: AskPermit;
}

/**
 * Some agents ask for permission, and then have us do the very same: it is asked about only once. Only an answer that
 * allowed exactly this counts, and only once.
 */
export function askOnce(ask: AskPermit): AskOnce {
  const allowed = new Map<string, Awaited<ReturnType<AskPermit>>[]>();
  return {
    async before(request, signal) {
      const answer = await ask(request, signal);
      const key = keyOf(request);
      if (answer.type === 'allow') allowed.set(key, [...(allowed.get(key) ?? []), answer]);
      return answer;
    },
    after: async (request, signal) => allowed.get(keyOf(request))?.shift() ?? ask(request, signal),
  };
}

/** Commands and files are equal whatever the tool's name. */
const keyOf = ({ tool, action }: PermissionRequest): string =>
  JSON.stringify(action.type === 'tool' ? [tool, action] : action);
