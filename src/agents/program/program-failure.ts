import type { AgentResult } from '#contracts/agent.ts';
import { AssayError } from '#contracts/errors.ts';
import type { ExecResult } from '#contracts/exec.ts';
import { failedAttempt } from './frame-attempt.ts';

/** A program that ended without reporting the result of its work. Its exit code is not trusted either way. */
export function programFailure(name: string, ended: ExecResult, next: string): AgentResult {
  if (ended.outcome === 'unstartable' && ended.error !== undefined) {
    return { type: 'failed', error: { ...ended.error, message: `${name}: ${ended.error.message}` }, retry: false };
  }
  const said = lastWords(ended.stderr.text);
  const seen = `${name} ended without a result (${howItEnded(ended)})${said === '' ? '.' : `: ${said}`}`;
  return failedAttempt(new AssayError('TOOL_FAILED', seen, { next }), ended.outcome !== 'over-limit');
}

function howItEnded({ outcome, exitCode, signal, limit }: ExecResult): string {
  if (outcome === 'over-limit') return `over its limit of ${limit}`;
  if (outcome === 'exited') return `exit code ${exitCode}`;
  return outcome === 'signalled' ? `killed by ${signal}` : outcome;
}

const MOST = 600;

function lastWords(text: string): string {
  const trimmed = text.trim();
  return trimmed.length <= MOST ? trimmed : `…${trimmed.slice(-MOST)}`;
}
