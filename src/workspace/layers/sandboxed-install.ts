import { relative } from 'node:path';
import type { ExecResult } from '#contracts/exec.ts';
import type { Sandbox, SandboxLimits } from '#contracts/sandbox.ts';
import { toolchainMounts } from '../sandbox/toolchain-mounts.ts';
import type { RunInstall } from './install.ts';

export interface SandboxedInstallOptions {
  readonly sandbox: Sandbox;
  /** Of Assay itself: where package managers are found, and which registries are set. Nothing else of it goes in. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The registries that may be reached, by CONNECT: `registryHosts`, or the person's own list. */
  readonly hosts: readonly string[];
  readonly limits?: Partial<SandboxLimits>;
}

const LIMITS: SandboxLimits = {
  processes: 256,
  memoryBytes: 4 * 1024 ** 3,
  scratchBytes: 1024 ** 3,
  outputBytes: 16 * 1024 ** 2,
};
const TIMEOUT_MS = 30 * 60_000;
const MANAGERS = ['node', 'npm', 'pnpm', 'yarn', 'python3', 'uv'];
/** Names of registries, which hold no secret unless someone wrote one into the URL. */
const REGISTRY_VARIABLES = ['npm_config_registry', 'PIP_INDEX_URL', 'UV_INDEX_URL', 'UV_DEFAULT_INDEX'];

/**
 * Installs where only the layer's own folder can be written and only the registries can be reached. Not enforced: what
 * a registry serves, beyond the checksums of the lockfile; and a registry of plain http or of the local network is out
 * of reach, since the way out takes https to public addresses (an address may be named as such in `hosts`).
 */
export function sandboxedInstall({ sandbox, env, hosts, limits }: SandboxedInstallOptions): RunInstall {
  return async (command, folder, signal, root = folder): Promise<ExecResult> => {
    const tools = await toolchainMounts(MANAGERS, env, '/');
    const path = [...tools.path, '/usr/local/bin', '/usr/bin', '/bin'].join(':');
    const { program, args = [] } = command;
    return sandbox.exec(
      {
        ...{ program, args, cwd: relative(root, folder) || '.', timeoutMs: command.timeoutMs ?? TIMEOUT_MS },
        env: { PATH: path, ...registrySettings(env), ...command.env },
      },
      {
        writable: [{ from: root, at: root }],
        readOnly: tools.mounts,
        network: hosts.length === 0 ? 'none' : { hosts },
        limits: { ...LIMITS, ...limits },
      },
      signal,
    );
  };
}

/** Without name and password, where someone wrote them into the URL. */
export function registrySettings(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const set: Record<string, string> = {};
  for (const name of REGISTRY_VARIABLES) {
    const url = parsed(env[name]);
    if (!url) continue;
    url.username = '';
    url.password = '';
    set[name] = url.href;
  }
  return set;
}

/** Where pip goes when nobody says otherwise. npm is asked. */
const PIP_HOSTS = ['pypi.org', 'files.pythonhosted.org'];

/** The registries that this machine is set up for, as hosts for a sandbox's way out. */
export async function registryHosts(
  install: RunInstall,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string[]> {
  const asked = await install({ program: 'npm', args: ['config', 'get', 'registry'], timeoutMs: 30_000 }, '/');
  const set = Object.values(registrySettings(env));
  const python = REGISTRY_VARIABLES.slice(1).some((name) => env[name] !== undefined);
  const urls = [...(asked.exitCode === 0 ? [asked.stdout.text.trim()] : []), ...set];
  const hosts = urls.map(parsed).flatMap((url) => (url ? [withPort(url)] : []));
  return [...new Set([...hosts, ...(python ? [] : PIP_HOSTS)])];
}

const withPort = ({ hostname, port, protocol }: URL): string =>
  port !== '' ? `${hostname}:${port}` : protocol === 'http:' ? `${hostname}:80` : hostname;

function parsed(text: string | undefined): URL | null {
  return text !== undefined && URL.canParse(text) ? new URL(text) : null;
}
