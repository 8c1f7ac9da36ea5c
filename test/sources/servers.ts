/** A published MCP server, and one call that shows it at work. */
export interface PublishedServer {
  readonly name: string;
  /** On npm, with the version that was tried. */
  readonly install: string;
  /** Its program in `node_modules/.bin`, and what it is given. FOLDER is a folder of its own. */
  readonly program: string;
  readonly args: readonly string[];
  /** How it is reached; with a port where it listens on one. */
  readonly over: 'stdio' | 'http' | 'sse';
  readonly env?: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly tool: string;
  readonly input: object;
  /** What its answer has in it. */
  readonly says: RegExp;
}

const OFFICIAL = '2026.8.31';

export const SERVERS: readonly PublishedServer[] = [
  {
    ...{ name: 'files', install: `@modelcontextprotocol/server-filesystem@${OFFICIAL}`, over: 'stdio' },
    ...{ program: 'mcp-server-filesystem', args: ['FOLDER'], tool: 'list_directory', input: { path: 'FOLDER' } },
    says: /FILE\] note\.txt/,
  },
  {
    ...{ name: 'memory', install: `@modelcontextprotocol/server-memory@${OFFICIAL}`, over: 'stdio' },
    ...{ program: 'mcp-server-memory', args: [], tool: 'read_graph', input: {}, says: /entities/ },
  },
  {
    ...{ name: 'thinking', install: `@modelcontextprotocol/server-sequential-thinking@${OFFICIAL}`, over: 'stdio' },
    ...{ program: 'mcp-server-sequential-thinking', args: [], tool: 'sequentialthinking' },
    input: { thought: 'one', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
    says: /thoughtNumber/,
  },
  {
    ...{ name: 'everything', install: `@modelcontextprotocol/server-everything@${OFFICIAL}`, over: 'stdio' },
    ...{ program: 'mcp-server-everything', args: [], tool: 'echo', input: { message: 'seven' }, says: /seven/ },
  },
  {
    ...{ name: 'everything-http', install: `@modelcontextprotocol/server-everything@${OFFICIAL}`, over: 'http' },
    ...{ program: 'mcp-server-everything', args: ['streamableHttp'], path: '/mcp', env: { PORT: 'PORT' } },
    ...{ tool: 'echo', input: { message: 'eight' }, says: /eight/ },
  },
  {
    ...{ name: 'everything-sse', install: `@modelcontextprotocol/server-everything@${OFFICIAL}`, over: 'sse' },
    ...{ program: 'mcp-server-everything', args: ['sse'], path: '/sse', env: { PORT: 'PORT' } },
    ...{ tool: 'echo', input: { message: 'nine' }, says: /nine/ },
  },
  {
    ...{ name: 'hello', install: 'mcp-hello-world@1.1.2', over: 'stdio' },
    ...{ program: 'mcp-hello-world', args: [], tool: 'echo', input: { message: 'ten' }, says: /ten/ },
  },
  {
    ...{ name: 'commands', install: 'mcp-server-commands@0.5.0', over: 'stdio' },
    ...{ program: 'mcp-server-commands', args: [], tool: 'run_command', input: { command: 'echo eleven' } },
    says: /eleven/,
  },
  {
    ...{ name: 'eslint', install: '@eslint/mcp@0.3.13', over: 'stdio' },
    ...{ program: 'mcp', args: [], tool: 'lint-files', input: { filePaths: ['FOLDER/note.txt'] }, says: /./ },
  },
  {
    ...{ name: 'context', install: '@upstash/context7-mcp@4.1.1', over: 'stdio' },
    // Its answers come from a service on the internet; without a network it says so.
    ...{ program: 'context7-mcp', args: [], tool: 'resolve-library-id', input: { libraryName: 'zod', query: 'parse' } },
    says: /./,
  },
];
