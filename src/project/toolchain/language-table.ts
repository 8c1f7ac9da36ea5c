import type { Language, ToolRole } from '#contracts/toolchain.ts';

/** How a tool shows in a project. Every field is a kind of evidence; none is required. */
export interface ToolRule {
  readonly name: string;
  readonly role: ToolRole;
  /** Files that are this tool's own: exact names, or with `*` for anything but `/`. High confidence. */
  readonly configs?: readonly string[];
  /** Sections for this tool in shared files: `file#key.path`, or `file~regular expression`. High confidence. */
  readonly keys?: readonly string[];
  /** Manifests whose presence alone implies the tool (go.mod implies `go test`). Medium confidence. */
  readonly comesWith?: readonly string[];
  /** Names of packages in manifests, optionally with a minimum major version: `typescript@7`. Medium confidence. */
  readonly packages?: readonly string[];
  /** Words of a command line, in a manifest's scripts (medium) or in CI files (low). */
  readonly commands?: readonly string[];
  readonly run: readonly string[];
}

/** Everything Assay knows of a language's tools. */
export interface LanguageTable {
  readonly language: Language;
  readonly extensions: readonly string[];
  /** Files without a known extension. */
  readonly names?: readonly string[];
  /** Files that make their folder a root of this language. */
  readonly manifests: readonly string[];
  readonly tools: readonly ToolRule[];
  /** The recommended tools if the project names none: names among `tools`. */
  readonly defaults: Partial<Readonly<Record<ToolRole, string>>>;
}
