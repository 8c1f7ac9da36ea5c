import type { Tool } from '#contracts/tool.ts';
import type { CheckpointStore } from './checkpoint/read-run.ts';

/** What some tools need from their environment. Without it they do what they can. */
export interface Supplies {
  /** Where answers may be remembered. */
  readonly cacheFolder?: string;
  /** Whose programs are searched. */
  readonly userHome?: string;
  /** Assay's own database. */
  readonly database?: string;
  /** The runs of this machine, opened when they are needed. */
  readonly open?: () => Promise<CheckpointStore>;
}

export interface ToolEntry {
  readonly name: string;
  /** For a list; the definition says more. */
  readonly summary: string;
  /** Definitions are loaded on use: a command that needs none of them does not pay for them. */
  load(supplies: Supplies): Promise<Tool>;
}

/** Every tool there is. */
export const TOOLBELT: readonly ToolEntry[] = [
  {
    name: 'find-binary',
    summary: 'where a program is, and whether it is new enough',
    load: async (supplies) => (await import('./find-binary/tool.ts')).findBinaryTool(supplies),
  },
  {
    name: 'docs-check',
    summary: 'whether the commands in documents are what a program has',
    load: async (supplies) => (await import('./docs-check/tool.ts')).docsCheckTool(supplies),
  },
  {
    name: 'docs-reference',
    summary: "a program's commands as a Markdown page, from its own help",
    load: async (supplies) => (await import('./docs-check/reference-tool.ts')).docsReferenceTool(supplies),
  },
  {
    name: 'schema',
    summary: 'what can be queried, and whether a WHERE clause fits',
    load: async (supplies) => (await import('./schema/tool.ts')).schemaTool(supplies),
  },
  {
    name: 'shell-check',
    summary: 'whether a command is POSIX, and how to say it so',
    load: async () => (await import('./shell-check/tool.ts')).shellCheckTool(),
  },
  {
    name: 'preview',
    summary: 'the shape and the first items of a file of any size, valid in its own format',
    load: async () => (await import('./preview/tool.ts')).previewTool,
  },
  {
    name: 'read',
    summary: 'a slice of a file: a symbol, a key, rows or lines',
    load: async () => (await import('./read/tool.ts')).readTool,
  },
  {
    name: 'checkpoint',
    summary: 'the state of a long job of shell steps',
    load: async (supplies) => (await import('./checkpoint/tool.ts')).checkpointTool(supplies),
  },
];
