import { fileURLToPath } from 'node:url';
import type { AgentCompletion, AgentTask, AttemptEnv } from '#contracts/agent.ts';
import { unsandboxedProgram } from '../../../../test/clients/outside.ts';
import { type Attempted, attemptOf, placeOf, taskOf, tempFolder, type Watch } from '../../test/attempting.ts';
import { type AcpBackendOptions, acpBackend } from '../acp-backend.ts';

const AGENT = fileURLToPath(new URL('./scripted-agent.ts', import.meta.url));

export interface More extends Watch {
  readonly task?: Partial<AgentTask>;
  readonly place?: Partial<AttemptEnv>;
  /** Null: none that outlives the attempt. */
  readonly home?: string | null;
  /** Of the agent's environment. */
  readonly extra?: Readonly<Record<string, string>>;
  readonly options?: Partial<AcpBackendOptions>;
}

/** An attempt by the scripted agent, whose task is its script. */
export function play(lines: readonly string[], more: More = {}): Promise<Attempted> {
  const prompt = lines.join('\n');
  const task = taskOf({ system: '', claim: null, prompt, ...more.task });
  return attemptOf(scripted(more), task, placeOf(more.place), more);
}

export function scripted({ home = tempFolder(), extra, options }: More = {}) {
  const env = { ...(home === null ? {} : { HOME: home }), ...extra };
  return acpBackend({
    command: [process.execPath, '--disable-warning=ExperimentalWarning', AGENT],
    openProgramSandbox: unsandboxedProgram(home, env),
    ...options,
  });
}

export const textOf = ({ result }: AgentCompletion): string =>
  result.type === 'text' ? result.text : JSON.stringify(result);
