import { type FoundAgent, findAgents } from '#agents/program/find-agents.ts';
import type { SandboxAbility } from '#contracts/sandbox.ts';
import type { System } from '#host/package-hint.ts';
import { abilityOf } from './ability.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What a check may look at. */
export interface DoctorContext {
  readonly env: Env;
  readonly system: System | null;
  /** What the sandbox of this machine prevents: found by trying, once. */
  ability(): Promise<SandboxAbility>;
  /** Which agents are installed: searched once. */
  agents(): Promise<readonly FoundAgent[]>;
}

/** `ok`, `absent` (optional and missing), or `bad` (required, and faulty). */
export interface CheckFinding {
  readonly state: 'ok' | 'absent' | 'bad';
  readonly seen: string;
  /** What to do about it. */
  readonly next?: string;
}

export interface DoctorCheck {
  readonly name: string;
  readonly group: 'needed' | 'optional' | 'agents';
  look(context: DoctorContext): Promise<CheckFinding>;
}

export interface CheckedItem extends CheckFinding {
  readonly name: string;
  readonly group: DoctorCheck['group'];
}

/** Runs all checks at once. A check that throws counts as bad. */
export const lookAll = (
  checks: readonly DoctorCheck[],
  { ability, agents, ...rest }: Omit<DoctorContext, 'ability' | 'agents'> & Partial<DoctorContext>,
): Promise<CheckedItem[]> => {
  const context = { ...rest, ability: ability ?? abilityOf(rest.env), agents: agents ?? agentsOf(rest.env) };
  return Promise.all(
    checks.map(async ({ name, group, look }) => ({
      name,
      group,
      ...(await look(context).catch(
        (thrown): CheckFinding => ({ state: 'bad', seen: thrown instanceof Error ? thrown.message : String(thrown) }),
      )),
    })),
  );
};

/** Searches on first use, and once; from the current folder, and from Assay's. */
export function agentsOf(env: Env, from = [process.cwd(), import.meta.dirname]): () => Promise<readonly FoundAgent[]> {
  let asked: Promise<readonly FoundAgent[]> | undefined;
  return () => {
    asked ??= findAgents(env, from);
    return asked;
  };
}

/** Whether Assay can work here. */
export const isFit = (checked: readonly CheckedItem[]): boolean => checked.every(({ state }) => state !== 'bad');
