/** One thing a run rests on: whether it is there, and what to do where it is not. */
export interface LookedAt {
  readonly name: 'sandbox' | 'configuration' | 'plan' | 'engineer' | 'reviewer' | 'preflight' | 'tests';
  readonly ok: boolean;
  readonly seen: string;
  readonly next?: string;
  /** The end of what was printed, where something ran. */
  readonly output?: string;
  /** It may be used, and a person should know this of it. */
  readonly warning?: string;
}

export const ok = (name: LookedAt['name'], seen: string): LookedAt => ({ name, ok: true, seen });

export const bad = (name: LookedAt['name'], seen: string, next: string, output = ''): LookedAt => ({
  ...{ name, ok: false, seen, next },
  ...(output.trim() === '' ? {} : { output }),
});
