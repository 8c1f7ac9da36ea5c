import { realpath } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { z } from 'zod';
import { connect, type ServerConnection, serverError } from './connection.ts';
import { awaitDiagnostics, pullDiagnostics } from './diagnostics.ts';
import { openDocuments } from './documents.ts';
import { type LaunchServer, launchOnHost } from './launch.ts';
import { LIMITS, type ServerLimits } from './limits.ts';
import * as schemas from './schemas.ts';
import { positionAt } from './text-positions.ts';

export interface ServerSetup {
  /** For messages: `tsc`, `pyright`. */
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The folder of the project. */
  readonly root: string;
  /** The root as the server sees it, where a sandbox shows it somewhere else. */
  readonly seenAs?: string;
  readonly launch?: LaunchServer;
  readonly limits?: Partial<ServerLimits>;
}

export interface Place {
  /** From the root if it is below it. */
  readonly file: string;
  readonly range: schemas.Range;
}

export interface ServerCall {
  readonly name: string;
  readonly to: Place;
  readonly from: readonly schemas.Range[];
}

/** Files are paths from the root; offsets count UTF-16 units. Every question ends in time, with an answer or an error. */
export interface LspClient extends AsyncDisposable {
  readonly name: string;
  symbols(file: string): Promise<readonly schemas.DocumentSymbol[]>;
  definition(file: string, offset: number): Promise<Place[]>;
  references(file: string, offset: number): Promise<Place[]>;
  /** Undefined where the server knows no call hierarchy. */
  outgoingCalls(file: string, offset: number): Promise<ServerCall[] | undefined>;
  diagnostics(file: string): Promise<readonly schemas.Diagnostic[]>;
  /** What it says about the name there: its signature and comment. */
  hover(file: string, offset: number): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Starts a server and greets it. Rejects, with no process left, when that fails. */
export async function startServer(setup: ServerSetup): Promise<LspClient> {
  const limits = { ...LIMITS, ...setup.limits };
  const root = await realpath(setup.root).catch(() => setup.root);
  const seenAs = setup.seenAs ?? root;
  const { program, args, env, name } = setup;
  const connection = connect(name, await (setup.launch ?? launchOnHost)({ program, args, cwd: root, env }), limits);
  try {
    const capabilities = await greet(connection, name, seenAs, limits.startMs);
    return clientOf(connection, { name, root, seenAs, capabilities, limits });
  } catch (error) {
    await connection.end();
    throw error;
  }
}

async function greet(connection: ServerConnection, name: string, root: string, ms: number) {
  const uri = pathToFileURL(root).href;
  const hello = {
    processId: process.pid,
    rootUri: uri,
    workspaceFolders: [{ uri, name: 'project' }],
    capabilities: CAPABILITIES,
  };
  const answer = await connection.request('initialize', hello, ms);
  connection.notify('initialized', {});
  return understood(name, 'initialize', schemas.InitializeResult, answer).capabilities;
}

const CAPABILITIES = {
  general: { positionEncodings: ['utf-16'] },
  workspace: { configuration: true, workspaceFolders: true },
  textDocument: {
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    definition: { linkSupport: true },
    callHierarchy: {},
    diagnostic: { relatedDocumentSupport: false },
    publishDiagnostics: { versionSupport: true },
    hover: { contentFormat: ['plaintext'] },
  },
};

interface Ready {
  readonly name: string;
  readonly root: string;
  readonly seenAs: string;
  readonly capabilities: z.infer<typeof schemas.Capabilities>;
  readonly limits: ServerLimits;
}

function clientOf(connection: ServerConnection, ready: Ready): LspClient {
  const { name, capabilities, limits } = ready;
  const pushed = awaitDiagnostics(connection, limits.startMs);
  const documents = openDocuments(connection, ready, pushed.forget);
  const pulled = pullDiagnostics(connection);

  const ask = async <T>(method: string, params: object, schema: z.ZodType<T>): Promise<T> =>
    understood(name, method, schema, await connection.request(method, params));
  const at = async (file: string, offset: number) => {
    const { uri, text } = await documents.open(file);
    return { textDocument: { uri }, position: positionAt(text, offset) };
  };
  const place = ({ uri, range }: { uri: string; range: schemas.Range }): Place => ({
    file: documents.pathOf(uri),
    range,
  });
  const close = (): Promise<void> => connection.end();
  return {
    name,
    async symbols(file) {
      const { uri } = await documents.open(file);
      return ask('textDocument/documentSymbol', { textDocument: { uri } }, schemas.DocumentSymbols);
    },
    async definition(file, offset) {
      return (await ask('textDocument/definition', await at(file, offset), schemas.Locations)).map(place);
    },
    async references(file, offset) {
      const params = { ...(await at(file, offset)), context: { includeDeclaration: false } };
      return (await ask('textDocument/references', params, schemas.Locations)).map(place);
    },
    async outgoingCalls(file, offset) {
      if (!capabilities.callHierarchyProvider) return undefined;
      const items = await ask('textDocument/prepareCallHierarchy', await at(file, offset), schemas.CallItems);
      const calls = items.map((item) => ask('callHierarchy/outgoingCalls', { item }, schemas.OutgoingCalls));
      return (await Promise.all(calls)).flat().map(({ to, fromRanges }) => ({
        name: to.name,
        to: place({ uri: to.uri, range: to.selectionRange }),
        from: fromRanges,
      }));
    },
    async diagnostics(file) {
      if (capabilities.diagnosticProvider) return pulled.of(await documents.open(file));
      return pushed.of(await documents.withRefusalHistory(file));
    },
    async hover(file, offset) {
      return ask('textDocument/hover', await at(file, offset), schemas.Hover);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function understood<T>(name: string, method: string, schema: z.ZodType<T>, answer: unknown): T {
  const read = schema.safeParse(answer);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw serverError(
    `The language server ${name} answered ${method} with something else than the protocol says: ${issue?.message} at ${issue?.path.join('.') || 'the top'}.`,
  );
}
