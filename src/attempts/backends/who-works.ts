import type { AssayConfig } from '#contracts/config.ts';
import type { AgentMachine } from '../sandboxes/agent-machine.ts';
import { type BackendOptions, chooseBackend } from './choose-backend.ts';

/** The model that would work as this agent, or its program where that uses its own; null where there is none. */
export async function whoWorks(
  agent: string,
  options: BackendOptions,
  config: AssayConfig | undefined,
  machine: AgentMachine,
): Promise<string | null> {
  try {
    const { name, model, unsandboxed } = await chooseBackend(agent, options, config, machine);
    return unsandboxed ? `${model ?? name} with your own login, outside of the sandbox` : (model ?? name);
  } catch {
    // A caller that uses the agent is told why; here only the name is needed.
    return null;
  }
}
