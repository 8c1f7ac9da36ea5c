import type { Edits } from '../cheats/case.ts';

export type Files = Readonly<Record<string, string>>;
export const MODES = ['connected', 'hosted', 'prove'] as const;
export type Mode = (typeof MODES)[number];

/** A whole PR that was not done: what its author puts there as RED, and then as GREEN. */
export interface Attack {
  readonly id: string;
  readonly title: string;
  readonly language: 'javascript' | 'typescript' | 'mocha' | 'jest' | 'python' | 'go' | 'rust';
  /** Only where the ground's name has this in it; everywhere without it. */
  readonly only?: RegExp;
  /** Honest work of its own shape, which must be merged. */
  readonly honest?: true;
  /** Left out: the honest tests. */
  readonly red?: Edits;
  readonly green: Edits;
  /** Why it is known to pass: such an attack is reported and does not fail the suite. */
  readonly known?: string;
}

/** A project to attack, and a way of writing tests in it: import style, module system, runner. */
export interface Ground {
  readonly name: string;
  readonly language: Attack['language'];
  readonly project: Files;
  readonly preflight: string;
  /** Packages that its node_modules holds. */
  readonly packages?: readonly string[];
  /** What `.assay/config.json` says of tests, where discovery needs help. */
  readonly test?: string;
  /** The honest work. */
  readonly red: Files;
  readonly green: Files;
  /** The same text as this ground writes it. */
  rewrite(path: string, text: string): string;
  /** Why nothing can be run here; null where it can. */
  readonly lacks: string | null;
}

export interface Variant {
  readonly ground: Ground;
  readonly mode: Mode;
  /** Null: the honest work, which must be merged. */
  readonly attack: Attack | null;
}

export const isHonest = ({ attack }: Variant): boolean => attack === null || attack.honest === true;

export const nameOf = ({ ground, mode, attack }: Variant): string =>
  `${attack === null ? 'honest work' : `${attack.id} ${attack.title}`} · ${ground.name} · ${mode}`;
