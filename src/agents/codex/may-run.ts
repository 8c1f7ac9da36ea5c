import type { AgentResult } from '#contracts/agent.ts';
import { type AskPermit, refusalText } from '../program/ask-permit.ts';

/**
 * Codex asks nobody before it uses a tool of its own, so the one question is put before it starts: may it do as it likes
 * in its sandbox. Our own tools are asked about call by call.
 */
export async function mayRun(ask: AskPermit, sandboxed: boolean, signal: AbortSignal): Promise<AgentResult | null> {
  const input = { commands: sandboxed ? 'any, inside the sandbox' : 'those that only read' };
  const request = { id: 'codex', tool: 'codex', action: { type: 'tool' as const, input, readOnly: !sandboxed } };
  const answer = await ask(request, signal);
  if (answer.type === 'allow') return null;
  const message = `Codex was not started, because it asks nobody before it acts: ${refusalText(answer)}`;
  const next = 'Allow the tool `codex`, or let an agent work that asks (claude, acp:COMMAND, native).';
  return { type: 'failed', error: { code: answer.error.code, message, next }, retry: false };
}
