/**
 * One agent with a program of its own: how it is found, installed, named, and whose models it works with. Choosing a
 * backend, its credentials, its sandbox and the lines of `assay doctor` derive from this table.
 */
export interface AgentProgram {
  /** The value of `--backend` for it. */
  readonly backend: string;
  readonly title: string;
  /** Its name on the PATH. */
  readonly program: string;
  /** The package through which Assay talks to it, and whether the program alone is of no use. */
  readonly package: { readonly name: string; readonly title: string; readonly isNeeded: boolean } | null;
  readonly install: string;
  /** Other commands that start the same agent: `acp:npx claude-code-acp`. */
  readonly also: RegExp | null;
  /** The providers whose keys it can work with; null: any. */
  readonly providers: readonly string[] | null;
  /** Whether it uses tools without asking: then only its sandbox restricts it. */
  readonly asksNobody: boolean;
}
