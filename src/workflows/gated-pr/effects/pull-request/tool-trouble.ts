import { type Refused, refuse } from '../pr-checkout.ts';
import type { ToolSaid } from './pull-request.ts';

export interface ToolWords {
  readonly name: string;
  /** The command to log in. */
  readonly login: string;
  readonly install: string;
  /** Whether its message says that no one is logged in. */
  readonly needsLogin: (code: number | null, said: string) => boolean;
}

const AGAIN = 'Then answer with assay guide: it continues where it stopped.';

/** Why a tool failed; null where it did not. */
export function troubleOf(tool: ToolWords, doing: string, said: ToolSaid): Refused | null {
  const { name } = tool;
  if (said.type === 'missing')
    return refuse(
      'PR_TOOL_MISSING',
      `"merge": "pr" is configured, and ${name} is not on the PATH`,
      `Install it (${tool.install}) and log in (${tool.login}). ${AGAIN}`,
    );
  if (said.code === 0) return null;
  const words = said.err.trim() || said.out.trim() || `exit code ${said.code}`;
  if (tool.needsLogin(said.code, words))
    return refuse('PR_LOGIN_NEEDED', `${name} is not logged in: ${brief(words)}`, `${tool.login}. ${AGAIN}`);
  if (AWAY.test(words))
    return refuse(
      'REMOTE_UNREACHABLE',
      `${name} could not reach the host: ${brief(words)}`,
      `Make it reachable. ${AGAIN}`,
    );
  return refuse('PR_TOOL_FAILED', `${name} could not ${doing}: ${brief(words)}`, `Resolve that. ${AGAIN}`);
}

/** Messages of Go's network library, in which both tools are written. */
const AWAY =
  /error connecting to|no such host|connection refused|network is unreachable|i\/o timeout|Could not resolve|dial tcp/i;

const brief = (text: string): string => (text.length > 600 ? `${text.slice(0, 600)} …` : text);

/** Output of a tool that is not in its documented format. */
export const unreadable = (name: string, doing: string, out: string): Refused =>
  refuse(
    'PR_TOOL_FAILED',
    `${name} was asked to ${doing} and printed something other than its documented JSON: ${brief(out)}`,
    `Update ${name}, or use "merge": "push". ${AGAIN}`,
  );
