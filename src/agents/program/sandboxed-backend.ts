import type { AgentTask, AttemptEnv, Backend } from '#contracts/agent.ts';
import { type Ended, frameAttempt, type Telling } from './frame-attempt.ts';
import { type OpenProgramSandbox, type ProgramSandbox, placeSandbox } from './program-sandbox.ts';

/** The resources of one attempt by an agent's own program. */
export interface SandboxedWork {
  readonly task: AgentTask;
  readonly place: AttemptEnv;
  readonly programSandbox: ProgramSandbox;
  readonly telling: Telling;
  readonly signal: AbortSignal;
}

export interface SandboxedOptions {
  readonly openProgramSandbox?: OpenProgramSandbox;
  readonly simulated?: boolean;
}

/** A backend whose attempts are made by a program in a sandbox of its own, which is closed whatever happens. */
export const sandboxedBackend = (
  name: string,
  { openProgramSandbox = placeSandbox, simulated = false }: SandboxedOptions,
  work: (parts: SandboxedWork) => Promise<Ended>,
): Backend => ({
  name,
  simulated,
  attempt: (task, place, signal) =>
    frameAttempt(task, place.allowance, signal, async (telling, own, calls) => {
      const programSandbox = await openProgramSandbox(task, place, calls);
      try {
        return await work({ task, place: askedFrom(programSandbox, place), programSandbox, telling, signal: own });
      } finally {
        await programSandbox.close();
      }
    }),
});

/** In its permission requests `~` is the sandbox's home. On the bare machine it is the person's. */
function askedFrom({ sandboxed, home }: ProgramSandbox, place: AttemptEnv): AttemptEnv {
  if (!sandboxed || home === null) return place;
  return { ...place, permit: (request, signal) => place.permit({ ...request, home }, signal) };
}
