import { z } from 'zod';

/** The file in which a project names MCP servers; Claude Code's, which others read too. */
export const MCP_FILE = '.mcp.json';

/** A server that a project offers. It is neither started nor contacted before a person has enabled it. */
export type OfferedServer =
  | {
      readonly name: string;
      readonly type: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | {
      readonly name: string;
      readonly type: 'http' | 'sse';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    };

const texts = z.record(z.string(), z.string()).default({});
const Stdio = z.object({
  type: z.literal('stdio').optional(),
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: texts,
});
const Remote = z.object({
  type: z.enum(['http', 'streamable-http', 'sse']).optional(),
  url: z.string().min(1),
  headers: texts,
});
const McpFile = z.object({ mcpServers: z.record(z.string(), z.unknown()) });

const MOST = 50;

/** Pure. The servers of a file, and what in it cannot be used. */
export function readMcpFile(text: string): { servers: OfferedServer[]; problems: string[] } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (thrown) {
    return { servers: [], problems: [`it is not JSON: ${thrown instanceof Error ? thrown.message : thrown}`] };
  }
  const file = McpFile.safeParse(json);
  if (!file.success) return { servers: [], problems: ['it has no object "mcpServers"'] };
  const servers: OfferedServer[] = [];
  const problems: string[] = [];
  for (const [name, entry] of Object.entries(file.data.mcpServers).slice(0, MOST)) {
    const read = serverOf(name, entry);
    if (typeof read === 'string') problems.push(`${name}: ${read}`);
    else servers.push(read);
  }
  return { servers, problems };
}

function serverOf(name: string, entry: unknown): OfferedServer | string {
  const stdio = Stdio.safeParse(entry);
  if (stdio.success) {
    const { command, args, env } = stdio.data;
    return { name, type: 'stdio', command, args, env };
  }
  const remote = Remote.safeParse(entry);
  if (!remote.success) return 'it has neither a "command" nor a "url" that can be read';
  const { type, url, headers } = remote.data;
  return { name, type: type === 'sse' ? 'sse' : 'http', url, headers };
}

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

/** Every text of a server in which variables may occur. */
const textsOf = (server: OfferedServer): readonly string[] =>
  server.type === 'stdio'
    ? [server.command, ...server.args, ...Object.values(server.env)]
    : [server.url, ...Object.values(server.headers)];

/** Names of the person's variables that it would receive. */
export const variablesOf = (server: OfferedServer): string[] => [
  ...new Set(textsOf(server).flatMap((text) => [...text.matchAll(VARIABLE)].map(([, name = '']) => name))),
];

type Env = Readonly<Record<string, string | undefined>>;

/** Pure. Expands `${NAME}` and `${NAME:-otherwise}` from the environment, and lists missing names. */
export function expanded(server: OfferedServer, env: Env): { server: OfferedServer; missing: string[] } {
  const missing = new Set<string>();
  const full = (text: string): string =>
    text.replaceAll(VARIABLE, (_, name: string, otherwise?: string) => {
      const value = env[name] ?? otherwise;
      if (value === undefined) missing.add(name);
      return value ?? '';
    });
  const all = (values: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, full(value)]));
  const whole: OfferedServer =
    server.type === 'stdio'
      ? { ...server, command: full(server.command), args: server.args.map(full), env: all(server.env) }
      : { ...server, url: full(server.url), headers: all(server.headers) };
  return { server: whole, missing: [...missing] };
}
