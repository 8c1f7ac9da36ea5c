import type { Action, PermissionAnswer, PermissionRequest } from '#contracts/permission.ts';
import { refusalText } from '../program/ask-permit.ts';

/** A use that was refused. The protocol can deny it, but has no field for the reason. */
export interface AcpRefusal {
  readonly request: Pick<PermissionRequest, 'tool' | 'action'>;
  readonly answer: Extract<PermissionAnswer, { type: 'deny' }>;
}

/** The next prompt after refusals: what, why, and how to continue. `end` says how the last message must look. */
export const acpRefusalWords = (refusals: readonly AcpRefusal[], end: string): string =>
  [
    'Refused:',
    ...refusals.map(({ request, answer }) => `- ${whatWas(request)}: ${refusalText(answer)}`),
    'Continue the task without that. Do not try to get around it.',
    ...(end === '' ? [] : [end]),
  ].join('\n');

const whatWas = ({ tool, action }: AcpRefusal['request']): string => `${tool}${detail(action)}`;

function detail(action: Action): string {
  switch (action.type) {
    case 'read':
    case 'write':
      return ` (${action.type} ${action.paths.join(', ')})`;
    case 'command':
      return ` (${action.line})`;
    case 'fetch':
      return ` (${action.url})`;
    case 'tool':
      return '';
  }
}
