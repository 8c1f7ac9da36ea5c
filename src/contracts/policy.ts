import type { RuleEffect } from './permission.ts';

/** One word of a command, as far as it is known before the line runs. */
export interface CommandWord {
  /** As written. */
  readonly text: string;
  /** What the program will receive; null when only the running line decides it (a variable, a substitution, a glob). */
  readonly value: string | null;
  /** Its known beginning; all of it for a known word. */
  readonly prefix: string;
  /** It can expand to any number of words, or to none. */
  readonly many: boolean;
}

export interface CommandRedirect {
  readonly kind: 'read' | 'write';
  readonly target: CommandWord;
}

export interface CommandAssignment {
  readonly name: string;
  /** Null when only known at run time. */
  readonly value: string | null;
}

/** What cannot be seen in the line: which program runs, or what the code it is given does. */
export interface HiddenPart {
  /** `unknown`: the program itself; `code`: text in another language; `script`: a file; `stdin`: piped input. */
  readonly kind: 'unknown' | 'code' | 'script' | 'stdin';
  /** The argument that makes it so (`-c`, the file's name): a rule that names it covers it explicitly. */
  readonly at: number | null;
  readonly why: string;
}

/** One simple command that a shell line would run. */
export interface CommandUse {
  readonly text: string;
  /** Its name without folders; null when only known at run time. */
  readonly program: string | null;
  /** As written, where it was written with folders. */
  readonly path: string | null;
  readonly args: readonly CommandWord[];
  readonly assigns: readonly CommandAssignment[];
  readonly redirects: readonly CommandRedirect[];
  /** How the line reaches it, outermost first: `pipe`, `sh -c`, `xargs`, `npm run build` … */
  readonly via: readonly string[];
  /** The words of the commands whose output it reads in a pipe. */
  readonly fedBy: readonly string[];
  /** A `wrapper` only starts what follows it (`time`, `env`); an `assignment` starts nothing. */
  readonly role: 'command' | 'wrapper' | 'assignment';
  /** Added by the project or by another command and allowed with it; denials still apply. */
  readonly within: boolean;
  /** False where a word may or may not be a command. */
  readonly sure: boolean;
  readonly hidden: HiddenPart | null;
}

export type CommandReading =
  | { readonly type: 'read'; readonly uses: readonly CommandUse[] }
  /** The line cannot be parsed for certain, so nothing in it can be allowed. */
  | { readonly type: 'refused'; readonly why: string };

export type CommandSet = 'read-only' | 'test-runners' | 'dangerous';

/** `command` is a pattern of program and arguments; `set` one of the built-in sets. */
export type CommandRule = (
  | { readonly command: string; readonly set?: undefined }
  | { readonly set: CommandSet; readonly command?: undefined }
) & { readonly effect: RuleEffect; readonly why?: string; readonly next?: string };

export interface CommandPolicy {
  readonly rules: readonly CommandRule[];
  /** For a command that no rule matches. */
  readonly otherwise: RuleEffect;
  /** For a program, or an argument that a denial depends on, that is only known at run time. */
  readonly unknown: 'ask' | 'deny';
  /** For code in another language, scripts and piped text that a shell would run. */
  readonly opaque: RuleEffect;
  /** For files written by a redirection. */
  readonly writes: RuleEffect;
}

export interface CommandReason {
  readonly effect: RuleEffect;
  /** Null where the whole line is meant. */
  readonly use: CommandUse | null;
  readonly rule: CommandRule | null;
  readonly why: string;
  readonly next: string;
  /** The redirection that is meant, where it is not the command itself. */
  readonly redirect: CommandRedirect | null;
}

export interface CommandDecision {
  readonly effect: RuleEffect;
  /** The reasons that are as strict as the outcome. Empty where nothing would run. */
  readonly because: readonly CommandReason[];
  /** What to do instead; empty for an allowed line. */
  readonly next: string;
}
