import type { RequestPermissionRequest, RequestPermissionResponse } from '@agentclientprotocol/sdk';
import type { AskPermit } from '../program/ask-permit.ts';
import { acpActionOf } from './actions.ts';
import type { acpMapper } from './map-updates.ts';
import type { AcpRefusal } from './refusals.ts';
import { CallUpdate } from './updates.ts';

export interface PermissionParts {
  readonly ask: AskPermit;
  readonly mapper: ReturnType<typeof acpMapper>;
  readonly tell: (events: ReturnType<PermissionParts['mapper']['take']>) => void;
  readonly refused: (refusal: AcpRefusal) => void;
  readonly folder: string;
  readonly signal: AbortSignal;
}

/**
 * Asks our policy and picks the agent's option with the same meaning, always for this once: Assay keeps the grants
 * itself.
 */
export async function answerPermission(
  { toolCall, options }: RequestPermissionRequest,
  { ask, mapper, tell, refused, folder, signal }: PermissionParts,
): Promise<RequestPermissionResponse> {
  const update = CallUpdate.parse(toolCall);
  tell(mapper.asked(update));
  const facts = mapper.facts(update.toolCallId) ?? update;
  const tool = (facts.name ?? facts._meta?.claudeCode?.toolName ?? facts.kind ?? 'tool').replace(/^mcp__assay__/, '');
  const request = { id: update.toolCallId, tool, action: acpActionOf(facts, folder) };
  const answer = await ask(request, signal);
  if (signal.aborted) return { outcome: { outcome: 'cancelled' } };
  if (answer.type === 'deny') refused({ request, answer });
  const wanted = answer.type === 'allow' ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always'];
  const option = wanted.map((kind) => options.find((each) => each.kind === kind)).find((each) => each !== undefined);
  // An agent that offers no option to deny is told that the request was cancelled.
  if (option === undefined) return { outcome: { outcome: 'cancelled' } };
  return { outcome: { outcome: 'selected', optionId: option.optionId } };
}
