import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import type { Command, RunningProcess } from '#contracts/exec.ts';
import type { InsidePort, Mount, Sandbox, SandboxLimits, SandboxPolicy } from '#contracts/sandbox.ts';
import { makeFolder } from '#host/make-folder.ts';
import { INSIDE } from './bubblewrap.ts';
import { DEFAULT_SANDBOX_LIMITS } from './limits.ts';
import { listenOnSocket, type SocketServer } from './listen-on-socket.ts';
import { type ModelProxyOptions, startModelProxy } from './model-proxy.ts';
import { makeMountPoints } from './mount-points.ts';

export interface SandboxedProgramOptions {
  readonly sandbox: Sandbox;
  /** The checkout; the agent starts in it and sees it under the same path. */
  readonly folder: string;
  /** Nothing started here can change the checkout. */
  readonly folderReadOnly?: boolean;
  /** For the program's settings and transcripts; created if missing. */
  readonly home: string;
  /** The program itself, dependencies of the checkout. */
  readonly readOnly: readonly Mount[];
  /** Folders for the PATH, before the system's. */
  readonly path?: readonly string[];
  /** Which model it may ask, and with what key; default: none. */
  readonly model?: Omit<ModelProxyOptions, 'socket'>;
  readonly env?: Readonly<Record<string, string>>;
  readonly limits?: Partial<SandboxLimits>;
}

/** The environment of an agent's own program: the sandbox, its model and our servers within reach, the network off. */
export interface SandboxedProgram {
  readonly sandboxed: true;
  readonly readOnly: boolean;
  start(command: Command, signal?: AbortSignal): Promise<RunningProcess>;
  readonly home: string;
  readonly modelUrl: string | null;
  readonly env: Readonly<Record<string, string>>;
  offer(handler: RequestListener): Promise<{ readonly url: string }>;
  close(): Promise<void>;
}

const MODEL_PORT = 8080;
const FIRST_OFFER_PORT = 8081;

export async function openSandboxedProgram(options: SandboxedProgramOptions): Promise<SandboxedProgram> {
  await makeFolder(options.home);
  if (options.folderReadOnly) makeMountPoints(options.folder, options.readOnly);
  // Not below ASSAY_HOME: the path of a socket is limited to about a hundred characters.
  const sockets = await mkdtemp(join(tmpdir(), 'assay-seat-'));
  const open: SocketServer[] = [];
  const ports: InsidePort[] = [];
  const listen = async (server: SocketServer, port: number): Promise<string> => {
    open.push(server);
    ports.push({ socket: server.socket, port });
    return `http://127.0.0.1:${port}`;
  };
  const { model } = options;
  const proxy = model && (await startModelProxy({ ...model, socket: join(sockets, 'model') }));
  const modelUrl = proxy === undefined ? null : await listen(proxy, MODEL_PORT);
  return {
    sandboxed: true,
    readOnly: options.folderReadOnly ?? false,
    home: options.home,
    modelUrl,
    env: { ...options.env, PATH: [...(options.path ?? []), INSIDE.path].join(':') },
    start: (command, signal) => {
      // A read-only checkout is not the first mount, in which commands start by default.
      const cwd = posix.resolve(options.folder, command.cwd ?? '.');
      return options.sandbox.start({ ...command, cwd }, policyOf(options, ports), signal);
    },
    async offer(handler) {
      const at = FIRST_OFFER_PORT + open.length;
      return { url: await listen(await listenOnSocket(createServer(handler), join(sockets, String(at))), at) };
    },
    async close() {
      await Promise.all(open.map((server) => server.close()));
      await rm(sockets, { recursive: true, force: true });
    },
  };
}

const policyOf = (options: SandboxedProgramOptions, ports: readonly InsidePort[]): SandboxPolicy => ({
  writable: [...(options.folderReadOnly ? [] : [same(options.folder)]), same(options.home)],
  readOnly: [...(options.folderReadOnly ? [same(options.folder)] : []), ...options.readOnly],
  network: 'none',
  ports,
  limits: { ...DEFAULT_SANDBOX_LIMITS, ...options.limits },
});

const same = (path: string): Mount => ({ from: path, at: path });
