import { createHash } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Tool as McpTool } from '@modelcontextprotocol/sdk/types.js';
import { AssayError } from '#contracts/errors.ts';
import type { CredentialStore } from '../credentials/credential-store.ts';
import type { McpSource } from '../source-config.ts';
import { limitedFetch } from './limited-fetch.ts';
import { StoredOAuth } from './oauth.ts';

export interface OpenMcp {
  readonly client: Client;
  readonly server: { readonly name: string; readonly version: string };
  readonly tools: readonly McpTool[];
  /** Hash of what describes the tools; another hash means another set of tools. */
  readonly toolsHash: string;
  close(): Promise<void>;
}

const MOST_TOOLS = 200;
/** A list may come in pages, and pages may be empty. */
const MOST_PAGES = 50;
const CONNECT_MS = 20_000;

/** Connects, and lists the tools. A server whose list never ends is cut off. */
export async function openMcp(
  source: McpSource,
  credentials: CredentialStore,
  env: Env,
  signal?: AbortSignal,
): Promise<OpenMcp> {
  const stderr: string[] = [];
  return connectMcp(source.name, transportFor(source, credentials, env, stderr), stderr, signal);
}

/** The same over an existing transport. */
export async function connectMcp(
  called: string,
  transport: Transport,
  stderr: readonly string[],
  signal?: AbortSignal,
): Promise<OpenMcp> {
  const client = new Client({ name: 'assay', version: '1' }, { capabilities: {} });
  const options = { timeout: CONNECT_MS, ...(signal && { signal }) };
  try {
    await client.connect(transport, options);
    const tools = await listTools(client, options);
    const { name = called, version = '' } = client.getServerVersion() ?? {};
    return { client, server: { name, version }, tools, toolsHash: hashOf(tools), close: () => client.close() };
  } catch (thrown) {
    await client.close().catch(() => undefined);
    if (stderr.length === 0 || thrown instanceof AssayError) throw thrown;
    throw new Error(
      `${thrown instanceof Error ? thrown.message : String(thrown)}; it said: ${stderr.join('').trim().slice(-400)}`,
      {
        cause: thrown,
      },
    );
  }
}

type Env = Readonly<Record<string, string | undefined>>;

function transportFor(source: McpSource, credentials: CredentialStore, env: Env, stderr: string[]): Transport {
  const secrets = (names: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(names).map(([field, name]) => {
        const value = credentials.get(`source/${source.name}/secret/${name}`);
        if (value === undefined)
          throw new AssayError('SOURCE_SIGN_IN', `The secret ${name} of ${source.name} is not stored.`, {
            next: `assay sources auth ${source.name} --secret ${name}`,
          });
        return [field, value];
      }),
    );
  if (source.type === 'mcp-stdio') {
    // Only its own secrets: the keys of the person who started Assay are not among them.
    const { PATH = '', HOME = '', LANG } = env;
    const own = { PATH, HOME, ...(LANG === undefined ? {} : { LANG }), ...secrets(source.secretEnv) };
    return stdioTransport({ command: source.command, args: source.args, env: own }, stderr);
  }
  const url = new URL(source.url);
  const headers = secrets(source.secretHeaders);
  const authProvider = new StoredOAuth(credentials, source.name);
  const options = { authProvider, requestInit: { headers }, fetch: limitedFetch(authProvider.fetch) };
  // The SDK's classes and its interface differ in optional members only.
  return (source.type === 'mcp-sse'
    ? new SSEClientTransport(url, options)
    : new StreamableHTTPClientTransport(url, options)) as unknown as Transport;
}

/** Starts the program on connect; its error output is kept for an error message. */
export function stdioTransport(
  server: { command: string; args: string[]; env: Record<string, string>; cwd?: string },
  stderr: string[],
): Transport {
  const transport = new StdioClientTransport({ ...server, stderr: 'pipe' });
  transport.stderr?.on('data', (chunk: Buffer) => {
    if (stderr.length < 50) stderr.push(chunk.toString('utf8').slice(0, 2_000));
  });
  return transport;
}

async function listTools(client: Client, options: { readonly timeout: number }): Promise<McpTool[]> {
  if (client.getServerCapabilities()?.tools === undefined) return [];
  const tools: McpTool[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    pages += 1;
    const page = await client.listTools(cursor === undefined ? {} : { cursor }, options);
    tools.push(...page.tools);
    cursor = page.nextCursor;
    if (pages > MOST_PAGES)
      throw new AssayError('SOURCE_UNREADABLE', 'The server’s list of tools does not end.', {
        next: 'Report it to its authors, or remove it.',
      });
    if (tools.length > MOST_TOOLS)
      throw new AssayError('SOURCE_UNREADABLE', `The server offers more than ${MOST_TOOLS} tools.`, {
        next: 'Most servers take an option that limits them.',
      });
  } while (cursor !== undefined);
  return tools;
}

const hashOf = (tools: readonly McpTool[]): string => {
  const plain = tools.map(({ name, description, inputSchema }) => [name, description ?? '', inputSchema]);
  plain.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(plain)).digest('hex').slice(0, 24);
};
