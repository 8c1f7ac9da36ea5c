import type { Screen } from './screen.ts';

/** The context of every command. */
export interface Cli {
  readonly screen: Screen;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** The exit code a command ends with. */
  exit(code: number): void;
}

export interface JsonOption {
  readonly json?: boolean;
}
