import type { System } from '#host/package-hint.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What a check may look at. */
export interface DoctorContext {
  readonly env: Env;
  readonly system: System | null;
}

/** `ok`, `absent` (optional and not there), or `bad` (needed, and not in order). */
export interface Finding {
  readonly state: 'ok' | 'absent' | 'bad';
  readonly seen: string;
  /** What to do about it. */
  readonly next?: string;
}

export interface Check {
  readonly name: string;
  readonly group: 'needed' | 'optional' | 'agents';
  look(context: DoctorContext): Promise<Finding>;
}

export interface Checked extends Finding {
  readonly name: string;
  readonly group: Check['group'];
}

/** Looks at everything at once. A check that throws has found something bad. */
export const lookAll = (checks: readonly Check[], context: DoctorContext): Promise<Checked[]> =>
  Promise.all(
    checks.map(async ({ name, group, look }) => ({
      name,
      group,
      ...(await look(context).catch(
        (thrown): Finding => ({ state: 'bad', seen: thrown instanceof Error ? thrown.message : String(thrown) }),
      )),
    })),
  );

/** Whether Assay can work here. */
export const isFit = (checked: readonly Checked[]): boolean => checked.every(({ state }) => state !== 'bad');
