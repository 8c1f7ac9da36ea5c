import type { Tool } from '#contracts/tool.ts';

export interface ToolEntry {
  readonly name: string;
  /** For a list; the definition says more. */
  readonly summary: string;
  /** Definitions are loaded when they are used: a command that needs none of them does not pay for them. */
  load(): Promise<Tool>;
}

/** Every tool there is. */
export const TOOLBELT: readonly ToolEntry[] = [
  {
    name: 'find-binary',
    summary: 'where a program is, and whether it is new enough',
    load: async () => (await import('./find-binary/tool.ts')).findBinaryTool(),
  },
];
