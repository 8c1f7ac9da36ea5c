import type { Action, PermissionAnswer, PermissionRequest } from '#contracts/permission.ts';
import type { RuleDecision } from './decision.ts';

/** A denial that the agent can work with: what was denied, why, and what it can do instead. */
export function denial(
  request: PermissionRequest,
  { by, why, next }: Pick<RuleDecision, 'by' | 'why' | 'next'>,
  more?: string,
  who?: 'person',
): PermissionAnswer {
  const code = request.action.type === 'command' ? 'COMMAND_REFUSED' : 'PERMISSION_DENIED';
  const reason = [why, more].filter(Boolean).join('; ');
  const message = `${request.tool} was denied (${whatOf(request.action)}): ${reason}.`;
  return { type: 'deny', by: who ?? by, error: { code, message, ...(next === '' ? {} : { next }) } };
}

function whatOf(action: Action): string {
  switch (action.type) {
    case 'read':
    case 'write':
      return shorten(`${action.type} ${action.paths.join(', ')}`);
    case 'command':
      return shorten(action.line);
    case 'fetch':
      return shorten(action.url);
    case 'tool':
      return action.readOnly ? 'a tool that reads' : 'a tool that does more than read';
  }
}

const shorten = (text: string): string => (text.length > 200 ? `${text.slice(0, 197)}…` : text);
