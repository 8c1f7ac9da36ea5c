import type { AgentResult } from '#contracts/agent.ts';
import { type AskPermit, refusalText } from '../program/ask-permit.ts';
import type { ProgramSandbox } from '../program/program-sandbox.ts';

type Confinement = Pick<ProgramSandbox, 'sandboxed' | 'readOnly'>;

/**
 * Codex does not ask before it uses its own tools, so one question is asked before it starts: may it do as it likes in
 * its sandbox. Where that cannot change the folder, the question is about reading. Our own tools are asked about call
 * by call.
 */
export async function mayRun(
  ask: AskPermit,
  programSandbox: Confinement,
  signal: AbortSignal,
): Promise<AgentResult | null> {
  const input = { commands: commandsIn(programSandbox) };
  const readOnly = onlyReads(programSandbox) !== null;
  const request = { id: 'codex', tool: 'codex', action: { type: 'tool' as const, input, readOnly } };
  const answer = await ask(request, signal);
  if (answer.type === 'allow') return null;
  const message = `Codex was not started, because it acts without asking: ${refusalText(answer)}`;
  const next = 'Allow the tool `codex`, or let an agent work that asks (claude, acp:COMMAND, native).';
  return { type: 'failed', error: { code: answer.error.code, message, next }, retry: false };
}

/**
 * What prevents it from changing the folder, in words; null where nothing does. Outside of our sandbox it has its own.
 */
export function onlyReads({ sandboxed, readOnly = false }: Confinement): string | null {
  if (!sandboxed) return 'Codex runs without a sandbox: it may only read';
  return readOnly ? 'Codex runs in a sandbox in which it can only read the folder' : null;
}

function commandsIn({ sandboxed, readOnly = false }: Confinement): string {
  if (!sandboxed) return 'those that only read';
  return readOnly ? 'any, inside a sandbox that cannot change the folder' : 'any, inside the sandbox';
}
