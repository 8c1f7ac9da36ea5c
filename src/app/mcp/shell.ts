import type { Clock } from '#contracts/clock.ts';
import { AssayError } from '#contracts/errors.ts';
import type { Tool } from '#contracts/tool.ts';
import { scrubEnv } from '#host/scrub-env.ts';
import { checkCallTool } from './check-call-tool.ts';
import { describeTool, type ListedTool } from './describe-tool.ts';
import type { McpPrompt, McpResource } from './offers.ts';

/** The server's interface to clients, over any transport. Adding a feature means adding `tools`. */
export interface Shell {
  readonly name: string;
  readonly version: string;
  /** What a model reads before it chooses a tool; some clients show tools only because of this. */
  readonly instructions: string;
  readonly tools: readonly Tool[];
  readonly resources?: readonly McpResource[];
  readonly prompts?: readonly McpPrompt[];
  readonly clock: Clock;
  readonly log: ShellLog;
  /** The folder tools work in. */
  readonly cwd: string;
  /** The environment for tools; all secrets are removed here. Empty when absent. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly limits?: Partial<ShellLimits>;
  /** The name of the tool that collects long calls. */
  readonly checkName?: string;
}

export interface ShellLog {
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

export interface ShellLimits {
  /** A call is answered within this time, finished or not. Clients give up at 60 s. */
  readonly answerMs: number;
  /** Finished results that wait to be collected, per client; the oldest is dropped first. */
  readonly keptResults: number;
  /** A longer message is refused, and the connection continues. */
  readonly messageBytes: number;
  /** An idle HTTP session is dropped after this, and what it runs is aborted. */
  readonly idleSessionMs: number;
  readonly sessions: number;
  /** How long closing waits for aborted tools before it abandons them. */
  readonly closeMs: number;
}

const DEFAULT_LIMITS: ShellLimits = {
  answerMs: 50_000,
  keptResults: 64,
  messageBytes: 16 * 1024 * 1024,
  idleSessionMs: 30 * 60_000,
  sessions: 64,
  closeMs: 5_000,
};

/** A checked shell: names are unique, schemas can be shown to a client, defaults are filled in. */
export interface ReadyShell extends Omit<Shell, 'tools' | 'limits' | 'env' | 'checkName'> {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly listed: readonly ListedTool[];
  readonly limits: ShellLimits;
  readonly env: Readonly<Record<string, string>>;
  /** Absent when no call can outlast its answer. */
  readonly checkName: string | undefined;
}

export function readyShell(shell: Shell): ReadyShell {
  const tools = byName(shell.tools);
  const mayBeLong = shell.tools.some((tool) => tool.overrun !== 'stop');
  const checkName = mayBeLong ? (shell.checkName ?? 'check_call') : undefined;
  if (checkName !== undefined && tools.has(checkName)) throw nameTaken(checkName);
  const listed = shell.tools.map(describeTool);
  if (checkName !== undefined) listed.push(describeTool(checkCallTool(checkName)));
  const limits = { ...DEFAULT_LIMITS, ...shell.limits };
  return { ...shell, tools, listed, limits, env: scrubEnv(shell.env ?? {}), checkName };
}

function byName(tools: readonly Tool[]): Map<string, Tool> {
  const map = new Map<string, Tool>();
  for (const tool of tools) {
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(tool.name)) {
      throw new AssayError('CONFIG_INVALID', `The tool name ${JSON.stringify(tool.name)} is refused by some clients.`, {
        next: 'Use 1 to 64 letters, digits, _ and -.',
      });
    }
    if (map.has(tool.name)) throw nameTaken(tool.name);
    map.set(tool.name, tool);
  }
  return map;
}

const nameTaken = (name: string) =>
  new AssayError('NAME_TAKEN', `Two tools are called ${name}.`, { next: 'Rename one of them.' });
