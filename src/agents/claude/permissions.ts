import { z } from 'zod';
import { Json } from '#contracts/json.ts';
import type { PermissionAnswer } from '#contracts/permission.ts';
import type { Tool } from '#contracts/tool.ts';
import { type AskPermit, refusalText } from '../program/ask-permit.ts';
import { claudeActionOf, toolName } from './actions.ts';
import type { CanUseTool, HookAnswer, HookMatcher } from './sdk.ts';

const HookInput = z.looseObject({
  tool_name: z.string(),
  tool_input: Json,
  tool_use_id: z.string().optional(),
  agent_id: z.string().optional(),
});

/** How long a person may take to answer. */
const PATIENCE_S = 24 * 3600;

/**
 * Asks before every use of a tool. The program's own callback is called only where its own rules would ask; the hook is
 * always called. One question per call, whichever comes first.
 */
export function claudePermissions(ask: AskPermit, folder: string, tools: readonly Tool[]) {
  const asked = new Map<string, Promise<PermissionAnswer>>();
  const decide = (id: string, name: string, input: Json, signal: AbortSignal): Promise<PermissionAnswer> => {
    const known = asked.get(id);
    if (known !== undefined) return known;
    const answer = ask({ id, tool: toolName(name), action: claudeActionOf(name, input, folder, tools) }, signal);
    asked.set(id, answer);
    return answer;
  };

  const canUseTool: CanUseTool = async (name, input, { signal, toolUseID }) => {
    const answer = await decide(toolUseID, name, Json.parse(input), signal);
    if (answer.type === 'deny') return { behavior: 'deny', message: refusalText(answer) };
    return { behavior: 'allow', updatedInput: input };
  };
  const hook = async (input: unknown, id: string | undefined, { signal }: { signal: AbortSignal }) => {
    const { tool_name: name, tool_input: words, tool_use_id: own } = HookInput.parse(input);
    if (name === CARRIER) return decision('allow');
    const answer = await decide(own ?? id ?? crypto.randomUUID(), name, words, signal);
    return answer.type === 'deny' ? decision('deny', refusalText(answer)) : decision('allow');
  };
  const matcher: HookMatcher = { hooks: [hook], onFailure: 'block', timeout: PATIENCE_S };
  return { canUseTool, hooks: { PreToolUse: [matcher] } };
}

/** Carries the claim; it needs no permission. */
const CARRIER = 'StructuredOutput';

const decision = (permissionDecision: 'allow' | 'deny', reason?: string): HookAnswer => ({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision,
    ...(reason === undefined ? {} : { permissionDecisionReason: reason }),
  },
});
