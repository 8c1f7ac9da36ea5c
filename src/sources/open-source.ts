import { stat } from 'node:fs/promises';
import { AssayError } from '#contracts/errors.ts';
import type { Tool } from '#contracts/tool.ts';
import type { Home } from '#host/home.ts';
import { CredentialStore } from './credentials/credential-store.ts';
import { systemKeyring } from './credentials/keyring.ts';
import { folderTools } from './folder/folder-tools.ts';
import { masked, maskFor } from './mask-secrets.ts';
import { mcpTools } from './mcp/as-tools.ts';
import { type OpenMcp, openMcp } from './mcp/open-mcp.ts';
import { openApiTools } from './openapi/as-tools.ts';
import { readOpenApi } from './openapi/read-openapi.ts';
import { type SourceConfig, SourceFiles } from './source-config.ts';
import { suspicious } from './untrusted-text.ts';
import { webSearchTool } from './web/web-search.ts';

type Env = Readonly<Record<string, string | undefined>>;

export const sourceFiles = (home: Home): SourceFiles => new SourceFiles(home.root);
export const credentialsOf = (home: Home, env: Env): CredentialStore =>
  new CredentialStore(home.root, env.ASSAY_PASSPHRASE, systemKeyring(env));

export interface OpenedSource extends AsyncDisposable {
  readonly tools: readonly Tool[];
  /** The name it reports. */
  readonly server: string;
  /** Null where it has none that could change. */
  readonly toolsHash: string | null;
  readonly doubts: readonly { readonly tool: string; readonly about: readonly string[] }[];
  /** Checks whether it answers, where opening alone does not show it; rejects with what happened. */
  readonly reach?: () => Promise<void>;
}

/** Connects to a source and returns its tools as ours. */
export async function openSource(
  source: SourceConfig,
  home: Home,
  env: Env,
  signal?: AbortSignal,
): Promise<OpenedSource> {
  if (source.type === 'folder') return openFolder(source.name, source.folder);
  const credentials = credentialsOf(home, env);
  const mask = () => maskFor(credentials, source.name);
  if (source.type === 'openapi' || source.type === 'web-search') {
    const headers = (): Record<string, string> =>
      Object.fromEntries(
        Object.entries(source.secretHeaders).flatMap(([field, name]) => {
          const value = credentials.get(`source/${source.name}/secret/${name}`);
          return value === undefined ? [] : [[field, value]];
        }),
      );
    if (source.type === 'web-search')
      return {
        tools: [masked(webSearchTool(source, { fetch: globalThis.fetch, headers }), mask)],
        ...{ server: source.provider, toolsHash: null, doubts: [] },
        [Symbol.asyncDispose]: async () => credentials.close(),
      };
    const document = await readOpenApi(source.document, source.only);
    const base = source.url ?? document.server;
    if (base === null || !URL.canParse(base))
      throw new AssayError('SOURCE_UNREADABLE', `${source.document} names no server with a whole address.`, {
        next: `assay sources add ${source.name} --openapi FILE --url ADDRESS`,
      });
    return {
      tools: openApiTools(source, document, base, { fetch: globalThis.fetch, headers }).map((tool) =>
        masked(tool, mask),
      ),
      ...{ server: document.title, toolsHash: null },
      doubts: doubtsOf(document.operations.map(({ id, summary }) => ({ name: id, description: summary }))),
      // Any status is an answer. No secret is sent.
      reach: async () => {
        await globalThis.fetch(base, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(15_000) });
      },
      [Symbol.asyncDispose]: async () => credentials.close(),
    };
  }
  let open: OpenMcp;
  try {
    open = await openMcp(source, credentials, env, signal);
  } catch (thrown) {
    const hide = mask();
    credentials.close();
    if (thrown instanceof AssayError || !(thrown instanceof Error)) throw thrown;
    throw new Error(hide(thrown.message), { cause: thrown.cause });
  }
  return {
    tools: mcpTools(source, async () => open, open.tools).map((tool) => masked(tool, mask)),
    server: `${open.server.name} ${open.server.version}`.trim(),
    toolsHash: open.toolsHash,
    doubts: doubtsOf(open.tools),
    [Symbol.asyncDispose]: async () => {
      await open.close().catch(() => undefined);
      credentials.close();
    },
  };
}

async function openFolder(name: string, folder: string): Promise<OpenedSource> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder)
    throw new AssayError('FILE_MISSING', `There is no folder ${folder}.`, {
      next: `Put it back, or: assay sources remove ${name}`,
    });
  return {
    tools: folderTools(name, folder),
    ...{ server: folder, toolsHash: null, doubts: [] },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

const doubtsOf = (tools: readonly { readonly name: string; readonly description?: string | undefined }[]) =>
  tools
    .map(({ name, description = '' }) => ({ tool: name, about: suspicious(`${name} ${description}`) }))
    .filter(({ about }) => about.length > 0);

/**
 * The tools of all sources for one conversation. A source that does not answer is left out and named; one whose tools
 * have changed since a person accepted them is left out until they are accepted again. Where an agent says what it
 * `needs`, only that is opened.
 */
export async function sourceTools(home: Home, env: Env, signal: AbortSignal, needs: readonly string[] = []) {
  const opened: OpenedSource[] = [];
  const problems: string[] = [];
  const all = await sourceFiles(home).list();
  for (const source of needs.length === 0 ? all : all.filter(({ name }) => needs.includes(name))) {
    try {
      const open = await openSource(source, home, env, signal);
      opened.push(open);
      if ('toolsHash' in source && source.toolsHash !== open.toolsHash) {
        problems.push(`${source.name} has other tools than you accepted; assay sources test ${source.name} --accept`);
        await opened.pop()?.[Symbol.asyncDispose]();
      }
    } catch (thrown) {
      const { diagnose } = await import('./diagnose.ts');
      problems.push(`${source.name}: ${diagnose(source, thrown).message}`);
    }
  }
  const dispose = async (): Promise<void> => {
    for (const open of opened) await open[Symbol.asyncDispose]();
  };
  return {
    ...{ tools: opened.flatMap(({ tools }) => tools), problems },
    names: new Set(all.map(({ name }) => name)),
    [Symbol.asyncDispose]: dispose,
  };
}
