import type { SandboxAbility, SandboxFeature } from '#contracts/sandbox.ts';

export interface ModeRow {
  readonly what: string;
  /** `assay run`: Assay starts the agent inside a workspace. */
  readonly hosted: string;
  /** `assay mcp`: the person's own client works in the person's checkout. */
  readonly connected: string;
}

/** The two modes and what each guarantees on a machine with this sandbox. Nothing is claimed that no probe showed. */
export function modesOf(ability: SandboxAbility): readonly ModeRow[] {
  return [
    {
      what: 'verdicts come from our own run, on our own checkout of the exact tree, under the base commit’s configuration',
      hosted: 'yes',
      connected: 'yes',
    },
    { what: 'tests, configuration, scripts and history are compared with the base', hosted: 'yes', connected: 'yes' },
    {
      what: 'the agent cannot touch the log, the gate or other workspaces',
      hosted: held(ability, ['files', 'processes', 'kill-tree', 'system-calls']),
      connected: 'detected where possible (the log is hash-chained and outside the repository); not enforced',
    },
    {
      what: 'the agent cannot use the network or read your keys',
      hosted: held(ability, ['network', 'environment', 'system-calls']),
      connected: 'not enforced: it is your client, with your rights',
    },
    {
      what: 'the agent cannot run tests itself',
      hosted:
        ability.kind === 'none'
          ? held(ability, [])
          : 'refused by the command policy; what an agent runs anyway is never evidence',
      connected: 'asked for; client hooks offered as help',
    },
    {
      what: 'branches, merges, pushes',
      hosted: 'Assay only',
      connected: 'Assay, in your checkout, never over your uncommitted work',
    },
  ];
}

function held(ability: SandboxAbility, needs: readonly SandboxFeature[]): string {
  if (ability.kind === 'none') return `not offered here: ${ability.why}`;
  const missing = needs.filter((feature) => !ability.enforces.includes(feature));
  return missing.length === 0 ? 'enforced by the sandbox' : `not enforced here: no hold on ${missing.join(', ')}`;
}
