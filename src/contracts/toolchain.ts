import { z } from 'zod';

export const Language = z.enum([
  'go',
  'python',
  'javascript',
  'typescript',
  'rust',
  'ruby',
  'java',
  'kotlin',
  'c/c++',
  'c#',
  'elixir',
  'bash',
  'php',
  'swift',
  'zig',
  'ocaml',
  'dart',
  'terraform',
  'nix',
  'vue',
  'svelte',
]);
export type Language = z.infer<typeof Language>;

export const ToolRole = z.enum(['package-manager', 'test-runner', 'linter', 'formatter', 'type-checker', 'lsp']);
export type ToolRole = z.infer<typeof ToolRole>;

/** The kinds of evidence for a tool, strongest first. */
export const ToolSource = z.enum(['preference', 'project-config', 'config-file', 'manifest', 'ci', 'default']);
export type ToolSource = z.infer<typeof ToolSource>;

export const Confidence = z.enum(['high', 'medium', 'low', 'default']);
export type Confidence = z.infer<typeof Confidence>;

/** Why something is believed: the file that says so, and where in it. */
export const Reason = z.object({
  /** From the project's top; null for a preference or a default. */
  file: z.string().nullable(),
  line: z.number().int().positive().optional(),
  /** The key in the file, where it has keys. */
  key: z.string().optional(),
  text: z.string(),
});
export type Reason = z.infer<typeof Reason>;

export const FoundTool = z.object({
  role: ToolRole,
  name: z.string(),
  language: Language,
  confidence: Confidence,
  source: ToolSource,
  reason: Reason,
  /**
   * How it is usually run over the whole root, as arguments; empty where there is no such command (a language server, a
   * service).
   */
  run: z.array(z.string()),
});
export type FoundTool = z.infer<typeof FoundTool>;

export const FoundLanguage = z.object({
  language: Language,
  confidence: Confidence,
  reason: Reason,
  /** Number of source files seen. */
  files: z.number().int(),
});
export type FoundLanguage = z.infer<typeof FoundLanguage>;

/** A folder with a manifest of its own, or the top of the project. */
export const ToolchainRoot = z.object({
  /** From the project's top; '.' is the top. */
  path: z.string(),
  languages: z.array(FoundLanguage),
  /** For every language and role the best first; other candidates follow. */
  tools: z.array(FoundTool),
});
export type ToolchainRoot = z.infer<typeof ToolchainRoot>;

export const Toolchain = z.object({
  roots: z.array(ToolchainRoot),
  /** Hash of everything this was read from; the same hash gives the same findings. */
  hash: z.string(),
  /** Set when the project was too large to be seen whole. */
  truncated: z.boolean(),
});
export type Toolchain = z.infer<typeof Toolchain>;

/** An earlier choice of a person; it takes precedence over everything found. */
export const ToolPreference = z.object({
  role: ToolRole,
  tool: z.string(),
  language: Language.optional(),
  /** Why, in the person's words. */
  why: z.string().optional(),
});
export type ToolPreference = z.infer<typeof ToolPreference>;

/** One setting in `.assay/config.json`: a tool's name, its command, or both. */
export const ToolSetting = z.union([
  z.string().min(1),
  z.object({
    tool: z.string().optional(),
    command: z.array(z.string()).min(1).optional(),
    root: z.string().optional(),
    /** Of a test runner: a shell line that prepares what the tests need, before each run. */
    setup: z.string().min(1).optional(),
    /** Of a test runner: variables that the tests need. */
    env: z.record(z.string(), z.string()).optional(),
    /** Of a test runner, in seconds: a run that takes longer is ended. */
    timeout: z.number().positive().optional(),
    /** Of a test runner: patterns of the files that hold tests, from the unit's folder. */
    include: z.array(z.string().min(1)).min(1).optional(),
  }),
]);
export type ToolSetting = z.infer<typeof ToolSetting>;

/** A service that the tests need, started again for each run. */
export const ServiceSetting = z.strictObject({
  /** A shell line that stays in the foreground; `$DIR` is an empty folder of its own. */
  command: z.string().min(1).optional(),
  /** A shell line that succeeds once the service can be used. */
  ready: z.string().min(1).optional(),
  /** Variables that tell the tests where it is. */
  env: z.record(z.string(), z.string()).optional(),
  /** How long it may take to be ready. */
  seconds: z.number().positive().optional(),
});
export type ServiceSetting = z.infer<typeof ServiceSetting>;

/** Services that Assay knows how to start. */
export const KNOWN_SERVICES = ['postgres', 'redis'] as const;

export const ServiceSettings = z
  .record(z.string().regex(/^[a-z][a-z0-9_-]*$/), z.union([z.literal(true), ServiceSetting]))
  .refine(
    (all) =>
      Object.entries(all).every(
        ([name, each]) =>
          KNOWN_SERVICES.some((known) => known === name) || (each !== true && each.command && each.ready),
      ),
    { error: 'a service other than "postgres" and "redis" has a "command" and a "ready"' },
  );
export type ServiceSettings = z.infer<typeof ServiceSettings>;

/** The part of `.assay/config.json` that names tools. */
export const ToolSettings = z.object({
  test: z.union([ToolSetting, z.array(ToolSetting)]).optional(),
  lint: ToolSetting.optional(),
  format: ToolSetting.optional(),
  typecheck: ToolSetting.optional(),
  lsp: ToolSetting.optional(),
  packageManager: ToolSetting.optional(),
  services: ServiceSettings.optional(),
});
export type ToolSettings = z.infer<typeof ToolSettings>;
