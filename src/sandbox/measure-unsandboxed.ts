import type { Sandbox } from '#contracts/sandbox.ts';
import { execInPlace } from './exec-in-place.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Runs commands of a gate on the bare machine, where nothing can be isolated and a person allowed it. Of the guarantees
 * only a fresh checkout, the gate's own commands and a scrubbed environment are left: what is measured has the person's
 * rights, files and network. Dependencies are links, so a test can write into them. Nothing else runs this way: no
 * install, no agent. `ours` holds the checkouts.
 */
export const measureUnsandboxed = (sandbox: Sandbox, env: Env, ours: string): Sandbox => ({
  ...sandbox,
  exec: execInPlace({ env, ours, wrap: async (command) => command }),
});
