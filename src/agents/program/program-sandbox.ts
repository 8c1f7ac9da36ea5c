import type { RequestListener } from 'node:http';
import type { AgentTask, AttemptEnv } from '#contracts/agent.ts';
import { AssayError } from '#contracts/errors.ts';
import type { Command, RunningProcess } from '#contracts/exec.ts';
import type { CallTokens } from '#contracts/model-calls.ts';

/**
 * Where an agent's own program runs and what it can reach from there. Made for one attempt by the code that knows the
 * sandbox; paths are the same inside and outside.
 */
export interface ProgramSandbox {
  /** False on the bare machine: then only the program itself restricts the program. */
  readonly sandboxed: boolean;
  /** True where no program started there can change the checkout. */
  readonly readOnly?: boolean;
  start(command: Command, signal?: AbortSignal): Promise<RunningProcess>;
  /**
   * For its settings and transcripts, writable there. Null: they are removed with the attempt, and nothing can be
   * resumed.
   */
  readonly home: string | null;
  /** The address of its model, from inside, up to but not including `/v1`. Null: the program's default. */
  readonly modelUrl: string | null;
  /** For every program started there. */
  readonly env: Readonly<Record<string, string>>;
  /** Lets the program reach an HTTP server of ours. Before the start. */
  offer(handler: RequestListener): Promise<Offer>;
  close(): Promise<void>;
}

export interface Offer {
  /** As seen from there, without a path. */
  readonly url: string;
}

/** Called by a program's sandbox that can observe the program's calls of its model. */
export interface ProgramCalls {
  /** Why a call may not be made, or null. Waits while more of the run's budget is requested. */
  mayAsk(): Promise<string | null>;
  /** What one answer used. Where its price is not known, `atMost` is the most that it can have cost. */
  measured(answer: CallTokens & { readonly usd: number | null; readonly atMost: number }): void;
}

export type OpenProgramSandbox = (task: AgentTask, place: AttemptEnv, calls: ProgramCalls) => Promise<ProgramSandbox>;

/** A sandbox with only what the workspace itself provides: no lasting home, no reachable server. */
export const placeSandbox: OpenProgramSandbox = async (_, place) => {
  const { start } = place;
  if (start === undefined) {
    throw new AssayError(
      'PROCESS_UNSTARTABLE',
      'The agent has its own program, and this environment cannot start one.',
      {
        next: 'Run it in a workspace with a sandbox, or allow it to run outside of one.',
      },
    );
  }
  return {
    sandboxed: true,
    start,
    home: null,
    modelUrl: null,
    env: {},
    offer: async () => {
      throw new AssayError('PROCESS_UNSTARTABLE', 'This environment gives the agent no way to reach its tools.', {
        next: 'Open the sandbox of the program with ports for them (openSandboxedProgram), or leave the tools out.',
      });
    },
    close: async () => undefined,
  };
};
