import type { CallGate } from '#contracts/model-calls.ts';
import type { Sandbox } from '#contracts/sandbox.ts';
import type { Home } from '#host/home.ts';

export type MachineEnv = Readonly<Record<string, string | undefined>>;

/** This machine, as far as agents need it. */
export interface AgentMachine {
  readonly env: MachineEnv;
  readonly home: Home;
  /** Where the agent works; packages are searched from there. */
  readonly folder: string;
  /** Created on first use: probing it takes a moment. */
  sandbox(): Promise<Sandbox>;
  /** Without it only the provider limits calls. */
  readonly calls?: CallGate;
}
