import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InsidePort, Mount, SandboxPolicy } from '#contracts/sandbox.ts';
import { startHostProxy } from './host-proxy.ts';

/** What a command needs to use the network exits of its policy. */
export interface Ways {
  readonly mounts: readonly Mount[];
  readonly env: Readonly<Record<string, string>>;
  /** Goes before the program: it listens on the ports inside. */
  readonly wrapper: readonly string[];
  close(): Promise<void>;
}

type Env = Readonly<Record<string, string | undefined>>;

const PROXY_PORT = 3128;
const INSIDE = '/run/assay';
const FORWARDER = fileURLToPath(new URL('./inside-forwarder.mjs', import.meta.url));

const NONE: Ways = { mounts: [], env: {}, wrapper: [], close: async () => undefined };

/** `env` is Assay's own: it may name a proxy of this machine. */
export async function openWays(policy: SandboxPolicy, env: Env): Promise<Ways> {
  const ports = policy.ports ?? [];
  if (policy.network === 'none') return ports.length === 0 ? NONE : { ...NONE, ...forward(ports) };

  // Not below ASSAY_HOME: the path of a socket is limited to about a hundred characters.
  const folder = await mkdtemp(join(tmpdir(), 'assay-net-'));
  const proxy = await startHostProxy({ ...policy.network, socket: join(folder, 's'), env });
  return {
    ...forward([...ports, { socket: proxy.socket, port: PROXY_PORT }]),
    env: PROXY_ENV,
    async close() {
      await proxy.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const PROXY_ENV = Object.fromEntries([
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) =>
    [name, name.toLowerCase()].map((each) => [each, `http://127.0.0.1:${PROXY_PORT}`]),
  ),
  ...['NO_PROXY', 'no_proxy'].map((name) => [name, 'localhost,127.0.0.1,::1']),
  ['NODE_USE_ENV_PROXY', '1'],
]);

function forward(ports: readonly InsidePort[]): Pick<Ways, 'mounts' | 'wrapper'> {
  const inside = ({ port }: InsidePort): string => `${INSIDE}/${port}.sock`;
  return {
    mounts: [
      { from: process.execPath, at: `${INSIDE}/node` },
      { from: FORWARDER, at: `${INSIDE}/forwarder.mjs` },
      ...ports.map((port) => ({ from: port.socket, at: inside(port) })),
    ],
    wrapper: [
      `${INSIDE}/node`,
      `${INSIDE}/forwarder.mjs`,
      ...ports.map((port) => `${port.port}=${inside(port)}`),
      '--',
    ],
  };
}
