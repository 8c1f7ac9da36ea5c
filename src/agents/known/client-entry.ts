import type { Json } from '#contracts/json.ts';

export type ClientScope = 'project' | 'user';

/** Where a client reads its MCP servers from, and the form of an entry. */
export interface ClientEntry {
  readonly title: string;
  /** How it is installed; null where it is not a command, so that its presence cannot be checked. */
  readonly install: string | null;
  /** The default scope. */
  readonly usual: ClientScope;
  /** From the top of the repository; the first that exists, else the first. */
  readonly project: readonly string[];
  /** From the person's home. */
  readonly user: readonly string[];
  readonly format: 'json' | 'toml';
  /** The path of the entry in the file. */
  readonly path: readonly string[];
  /** What the client itself adds to a file that lacks it: written at once, or the checkout would change later. */
  readonly adds?: Readonly<Record<string, string>>;
  entry(command: string): Readonly<Record<string, Json>>;
  /** Whether it reads JSON with comments; one that does not discards the whole file. */
  readonly readsComments: boolean;
  /** Its own listing of servers, and whether that starts them; null where it has none. */
  readonly listing: { readonly program: string; readonly args: readonly string[]; readonly starts: boolean } | null;
  /** For clients that read a project's file only in trusted folders: how the person trusts one. */
  readonly trust?: string;
  /** What the person still has to do. */
  readonly next: string;
}

/** A first start on a busy machine takes seconds; clients with a limit give up after one, five or ten. */
export const STARTUP_MS = 60_000;

export const stdio = (command: string) => ({ command, args: ['mcp'] });
