/** The library that generated the help: it decides what the program accepts beyond what it lists. */
export const STYLES = ['clap', 'commander', 'cobra', 'argparse', 'click', 'git', 'npm', 'other'] as const;
export type HelpStyle = (typeof STYLES)[number];

export interface Deprecation {
  /** The replacement named in the help, if any. */
  readonly instead: string | null;
}

/**
 * Whether an option takes the next word: `required` does; `optional` and `many` may take it, or more;
 * `program` hands everything that follows to another program.
 */
export type Arity = 'none' | 'required' | 'optional' | 'many' | 'program';

export interface CliOption {
  readonly names: readonly string[];
  readonly arity: Arity;
  /** As the help writes it: `<file>`, `=WHEN`. */
  readonly value: string;
  readonly summary: string;
  readonly deprecated: Deprecation | null;
}

/** A subcommand as its parent lists it. */
export interface CliEntry {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly deprecated: Deprecation | null;
  /** The one that runs when the first word names none (`query*` in click's default groups). */
  readonly isDefault: boolean;
}

export interface CliCommand {
  /** Without the program; empty for the program itself. */
  readonly path: readonly string[];
  readonly style: HelpStyle;
  readonly summary: string;
  readonly usage: readonly string[];
  readonly aliases: readonly string[];
  readonly options: readonly CliOption[];
  /** Every option its help mentions anywhere, even in prose: what a help mentions is not unknown. */
  readonly mentioned: ReadonlySet<string>;
  readonly commands: readonly CliEntry[];
  /** Whether a word that is not a subcommand can be an argument; `unknown` where the help shows no usage. */
  readonly takesArguments: 'yes' | 'no' | 'unknown';
  /** The words after its first argument are the command line of another program. */
  readonly passesOn: boolean;
  /** Commands its help shows, as text. */
  readonly examples: readonly string[];
}
