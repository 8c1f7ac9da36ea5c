import { createHash } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { AssayError, toErrorInfo } from '#contracts/errors.ts';
import type { Tool } from '#contracts/tool.ts';
import type { Home } from '#host/home.ts';
import { mcpTools } from './mcp/as-tools.ts';
import { type Enabled, EnabledServers } from './mcp/enabled-servers.ts';
import { expanded, MCP_FILE, type OfferedServer, readMcpFile } from './mcp/mcp-file.ts';
import { connectMcp, type OpenMcp, stdioTransport } from './mcp/open-mcp.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What a project's `.mcp.json` offers, and whether a person has enabled it as it is. */
export interface ServerOffer {
  /** Hash of the file alone: its name in a log. */
  readonly fileHash: string;
  /** Hash of the file and of the project's files that its servers are started from. */
  readonly hash: string;
  readonly servers: readonly OfferedServer[];
  readonly problems: readonly string[];
  /** Null where nothing of it is enabled. An entry with another hash does not count. */
  readonly enabled: Enabled | null;
}

/** Null where there is no such file. `text`: the file as it is in a commit, instead of in the folder. */
export async function offerOf(
  project: string,
  home: Pick<Home, 'root'>,
  text?: string | null,
): Promise<ServerOffer | null> {
  const file = text === undefined ? await readFile(join(project, MCP_FILE), 'utf8').catch(() => null) : text;
  if (file === null) return null;
  const { servers, problems } = readMcpFile(file);
  const enabled = await new EnabledServers(home.root).of(await real(project));
  return { fileHash: sha256(file), hash: await hashOf(file, servers, project), servers, problems, enabled };
}

/** Why none of it is used, in words; null where some of it is. */
export function whyNotUsed({ servers, enabled, hash }: ServerOffer): string | null {
  if (servers.length === 0) return 'it names no server';
  if (enabled === null) return 'its servers are not enabled: assay sources enable';
  return enabled.hash === hash ? null : 'it has changed since its servers were enabled: assay sources enable';
}

export interface OpenedServers extends AsyncDisposable {
  readonly tools: readonly Tool[];
  readonly names: readonly string[];
  readonly problems: readonly string[];
}

/** Starts those that a person enabled, as they were then. `onlyReading`: only those that the person said only read. */
export async function openEnabled(
  offer: ServerOffer,
  project: string,
  env: Env,
  { onlyReading = false, signal }: { readonly onlyReading?: boolean; readonly signal?: AbortSignal } = {},
): Promise<OpenedServers> {
  const opened: { name: string; open: OpenMcp; readOnly: boolean }[] = [];
  const problems: string[] = [];
  const dispose = async (): Promise<void> => {
    for (const { open } of opened) await open.close().catch(() => undefined);
  };
  const { enabled, servers } = offer;
  if (enabled !== null && whyNotUsed(offer) === null)
    for (const server of servers) {
      const accepted = enabled.servers[server.name];
      if (accepted === undefined || (onlyReading && !accepted.readOnly)) continue;
      try {
        const open = await openServer(server, project, env, signal);
        if (open.toolsHash === accepted.toolsHash)
          opened.push({ name: server.name, open, readOnly: accepted.readOnly });
        else {
          await open.close();
          problems.push(`${server.name} of ${MCP_FILE} has other tools than you enabled: assay sources enable`);
        }
      } catch (thrown) {
        problems.push(`${server.name} of ${MCP_FILE}: ${toErrorInfo(thrown).message}`);
      }
    }
  return {
    tools: opened.flatMap(({ name, open, readOnly }) =>
      mcpTools({ name: `mcp__${name}`, readOnly }, async () => open, open.tools),
    ),
    names: opened.map(({ name }) => name),
    problems,
    [Symbol.asyncDispose]: dispose,
  };
}

/** Connects to one, in the project's folder, with the person's variables that its entry names and no others. */
export async function openServer(
  offered: OfferedServer,
  project: string,
  env: Env,
  signal?: AbortSignal,
): Promise<OpenMcp> {
  const { server, missing } = expanded(offered, env);
  if (missing.length > 0)
    throw new AssayError('SOURCE_UNREADABLE', `${offered.name} wants ${missing.join(', ')}, which is not set.`, {
      next: 'Set it where Assay is started.',
    });
  const stderr: string[] = [];
  return connectMcp(server.name, transportFor(server, project, env, stderr), stderr, signal);
}

function transportFor(server: OfferedServer, project: string, env: Env, stderr: string[]): Transport {
  if (server.type === 'stdio') {
    const { PATH = '', HOME = '', LANG } = env;
    const own = { PATH, HOME, ...(LANG === undefined ? {} : { LANG }), ...server.env };
    return stdioTransport({ command: server.command, args: [...server.args], env: own, cwd: project }, stderr);
  }
  if (!URL.canParse(server.url) || !/^https?:/.test(server.url))
    throw new AssayError('SOURCE_UNREADABLE', `${server.name}: "${server.url}" is not an address.`);
  const options = { requestInit: { headers: { ...server.headers } } };
  const url = new URL(server.url);
  // The SDK's classes and its interface differ in optional members only.
  return (server.type === 'sse'
    ? new SSEClientTransport(url, options)
    : new StreamableHTTPClientTransport(url, options)) as unknown as Transport;
}

/** Enables servers as they are now; other enabled ones of the project stay, if nothing has changed. */
export async function enableServers(
  offer: ServerOffer,
  project: string,
  home: Pick<Home, 'root'>,
  accepted: Enabled['servers'],
  now: number,
): Promise<void> {
  const kept = offer.enabled?.hash === offer.hash ? offer.enabled.servers : {};
  const servers = { ...kept, ...accepted };
  await new EnabledServers(home.root).save(await real(project), { hash: offer.hash, servers, at: now });
}

/** Without names: all of them. */
export async function disableServers(project: string, home: Pick<Home, 'root'>, names: readonly string[]) {
  const store = new EnabledServers(home.root);
  const key = await real(project);
  const enabled = await store.of(key);
  if (enabled === null) return;
  const left = Object.entries(enabled.servers).filter(([name]) => names.length > 0 && !names.includes(name));
  await store.save(key, left.length === 0 ? null : { ...enabled, servers: Object.fromEntries(left) });
}

const real = (project: string): Promise<string> => realpath(project).catch(() => project);

/** A script of the project that starts a server is part of what the person accepted. */
async function hashOf(text: string, servers: readonly OfferedServer[], project: string): Promise<string> {
  const parts = [sha256(text)];
  for (const server of servers) {
    if (server.type !== 'stdio') continue;
    for (const word of [server.command, ...server.args]) {
      const path = resolve(project, word);
      const inside = relative(project, path);
      if (inside === '' || inside.startsWith('..') || isAbsolute(inside)) continue;
      const bytes = await readFile(path).catch(() => null);
      if (bytes !== null) parts.push(inside, sha256(bytes));
    }
  }
  return sha256(parts.join('\n'));
}

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
