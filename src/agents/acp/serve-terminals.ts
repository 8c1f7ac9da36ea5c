import { RequestError } from '@agentclientprotocol/sdk';
import type { AttemptEnv } from '#contracts/agent.ts';
import { toErrorInfo } from '#contracts/errors.ts';
import type { ExecResult } from '#contracts/exec.ts';
import { type AskPermit, refusalText } from '../program/ask-permit.ts';
import { relativeTo } from './relative-to.ts';
import { type TerminalWords, terminalCommand } from './terminal-command.ts';

export interface TerminalRequest extends TerminalWords {
  readonly cwd?: string | null | undefined;
  readonly outputByteLimit?: number | null | undefined;
}

interface Terminal {
  readonly done: Promise<ExecResult>;
  readonly off: AbortController;
  readonly limit: number;
  result?: ExecResult;
  /** Why it could not be run. */
  trouble?: string;
}

const DEFAULT_LIMIT = 1024 * 1024;

/** Commands of an agent that has its client run them: in the workspace's sandbox, after permission. */
export function serveTerminals(place: AttemptEnv, ask: AskPermit, signal: AbortSignal) {
  const terminals = new Map<string, Terminal>();
  let count = 0;
  const find = (id: string): Terminal => {
    const terminal = terminals.get(id);
    if (terminal === undefined) throw RequestError.invalidParams({ terminalId: id }, `There is no terminal ${id}.`);
    return terminal;
  };
  return {
    async create(request: TerminalRequest): Promise<string> {
      const { exec, folder } = place;
      if (exec === undefined) throw RequestError.invalidParams(undefined, 'Commands cannot be run here.');
      const id = `terminal-${++count}`;
      const cwd = request.cwd ?? folder;
      const { line, ...words } = terminalCommand(request);
      const answer = await ask({ id, tool: 'terminal', action: { type: 'command', line, cwd } }, signal);
      if (answer.type === 'deny') throw RequestError.invalidParams(answer.error, refusalText(answer));
      const off = new AbortController();
      const command = { ...words, cwd: relativeTo(folder, cwd), timeoutMs: LONGEST_MS };
      const terminal: Terminal = {
        done: exec(command, AbortSignal.any([signal, off.signal])),
        off,
        limit: request.outputByteLimit ?? DEFAULT_LIMIT,
      };
      terminal.done.then(
        (result) => {
          terminal.result = result;
        },
        (thrown: unknown) => {
          terminal.trouble = toErrorInfo(thrown).message;
        },
      );
      terminals.set(id, terminal);
      return id;
    },
    output(id: string) {
      const { result, trouble, limit } = find(id);
      const all = result === undefined ? (trouble ?? '') : `${result.stdout.text}${result.stderr.text}`;
      const output = all.slice(-limit);
      const isOver = result !== undefined || trouble !== undefined;
      return { output, truncated: output.length < all.length, exitStatus: isOver ? statusOf(result) : null };
    },
    wait: async (id: string) => statusOf(await find(id).done.catch(() => undefined)),
    kill: (id: string): void => find(id).off.abort(),
    release(id: string): void {
      terminals.get(id)?.off.abort();
      terminals.delete(id);
    },
    async close(): Promise<void> {
      for (const { off } of terminals.values()) off.abort();
      await Promise.allSettled([...terminals.values()].map(({ done }) => done));
    },
  };
}

/** One that could not be run has neither; its output says why. */
const statusOf = (result: ExecResult | undefined) => ({
  exitCode: result?.exitCode ?? null,
  signal: result?.signal ?? null,
});

const LONGEST_MS = 24 * 3600 * 1000;
