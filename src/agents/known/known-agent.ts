import type { AcpProfile } from '../acp/acp-profile.ts';
import type { AgentProgram } from './agent-program.ts';
import type { ClientEntry } from './client-entry.ts';

/**
 * Everything Assay knows about one agent that people already use. To add one, write a file like those beside this and
 * list it in `known-agents.ts`: choosing a backend, credentials, sandbox, `assay doctor`, `assay connect` and the
 * folders of its definitions derive from it.
 */
export interface KnownAgent {
  /** How it makes attempts for Assay; absent where it is only a client. */
  readonly program?: AgentProgram;
  /** How to set its model and keep it quiet, if it uses ACP. */
  readonly acp?: { readonly when: RegExp; readonly profile: AcpProfile };
  /** How a person's own client reaches Assay's server, and its name in `assay connect`. */
  readonly client?: { readonly name: string; readonly entry: ClientEntry };
  /** Where it keeps definitions: in a project, and in the person's home. The first of a name wins. */
  readonly definitions?: {
    readonly skills: readonly DefinitionFolder[];
    readonly agents: readonly DefinitionFolder[];
  };
}

export interface DefinitionFolder {
  readonly project: string;
  readonly person: string;
}
