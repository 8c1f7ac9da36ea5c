import { realpath, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, relative, resolve } from 'node:path';
import type { ExecResult } from '#contracts/exec.ts';
import type { Mount, Sandbox, SandboxLimits } from '#contracts/sandbox.ts';
import { BUNDLE, BUNDLED, bundleFile, type KeyedTrust, trustFor } from '../keyed/trust.ts';
import type { MountedToolchain } from '../toolchain-mounts.ts';
import type { RunInstall } from './install.ts';
import type { InstallSettings } from './install-settings.ts';

export interface SandboxedInstallOptions {
  readonly sandbox: Sandbox;
  /** The package managers and what they run with. */
  readonly tools: MountedToolchain;
  /** Read once, and only when something is installed. */
  readonly settings: () => Promise<InstallSettings>;
  readonly limits?: Partial<SandboxLimits>;
}

const LIMITS: SandboxLimits = {
  processes: 256,
  memoryBytes: 4 * 1024 ** 3,
  scratchBytes: 1024 ** 3,
  outputBytes: 16 * 1024 ** 2,
};
const TIMEOUT_MS = 30 * 60_000;

/**
 * Installs where only the layer's own folder can be written and only the registries can be reached: what a package runs
 * while it is built sees nothing of the person's. Not enforced: what a registry serves, beyond the checksums of the
 * lockfile. Of a registry with a password, packages are fetched outside the sandbox, since every package could read a
 * password inside. Out of reach: a registry of plain http, since the network exit takes https only.
 */
export function sandboxedInstall({ sandbox, tools, settings, limits }: SandboxedInstallOptions): RunInstall {
  let known: Promise<Given> | undefined;
  return async (command, folder, signal, root): Promise<ExecResult> => {
    const path = [...tools.path, '/usr/local/bin', '/usr/bin', '/bin'].join(':');
    const { program, args = [], timeoutMs = TIMEOUT_MS } = command;
    const line = { program, args, timeoutMs };
    const bounds = { ...LIMITS, ...limits };
    if (root === undefined) {
      const policy = { writable: [], readOnly: tools.mounts, network: 'none', limits: bounds } as const;
      return sandbox.exec({ ...line, cwd: '/', env: { PATH: path, ...command.env } }, policy, signal);
    }
    known ??= settings().then(give);
    const { hosts, env, mounts, trust } = await known;
    const bundle = trust === null ? null : await bundleFile(trust.certificates);
    try {
      return await sandbox.exec(
        {
          ...line,
          cwd: relative(root, folder) || '.',
          env: { PATH: path, ...env, ...(bundle === null ? {} : BUNDLED), ...command.env },
        },
        {
          writable: [{ from: root, at: root }],
          readOnly: [...tools.mounts, ...mounts, ...(bundle === null ? [] : [{ from: bundle, at: BUNDLE }])],
          // The person's own settings name them, so they may be in the person's own network.
          network: hosts.length === 0 ? 'none' : { hosts, mayBeNear: true, ...(trust && { keyed: trust.keyed }) },
          limits: bounds,
        },
        signal,
      );
    } finally {
      if (bundle !== null) await rm(dirname(bundle), { recursive: true, force: true });
    }
  };
}

interface Given extends Pick<InstallSettings, 'hosts' | 'env'> {
  readonly mounts: readonly Mount[];
  readonly trust: KeyedTrust | null;
}

/**
 * Certificates appear at a path of ours, since the /etc of a sandbox is not the machine's; folders at their own path.
 */
async function give({ hosts, env, certificates, folders, keys }: InstallSettings): Promise<Given> {
  const mounts: Mount[] = [];
  const named: Record<string, string> = {};
  for (const [name, path] of Object.entries(certificates)) {
    const from = await real(path);
    if (from === null) continue;
    const at = mounts.find((mount) => mount.from === from)?.at ?? `${CERTIFICATES}/${mounts.length}`;
    named[name] = at;
    mounts.push({ from, at });
  }
  for (const folder of folders) {
    const at = withFiles(resolve(folder));
    const from = holdsHome(at) || isSystem(at) ? null : await real(at);
    if (from !== null) mounts.push({ from, at });
  }
  const once = new Map(mounts.map((mount) => [mount.at, mount]));
  const trust = keys.length === 0 ? null : await trustFor(keys, Object.values(certificates));
  return { hosts, env: { ...env, ...named }, mounts: [...once.values()], trust };
}

const CERTIFICATES = '/run/install';

/** An index of pages in `simple` names files beside that folder. */
const withFiles = (folder: string): string =>
  basename(folder) === 'simple' && !holdsHome(dirname(folder)) ? dirname(folder) : folder;

/** The person's home as a whole is not mounted, whatever is kept in it. */
const holdsHome = (folder: string): boolean => `${homedir()}/`.startsWith(folder === '/' ? '/' : `${folder}/`);

const isSystem = (path: string): boolean => /^\/(?:usr|bin|sbin|lib\w*|etc)(?:\/|$)/.test(path);

const real = (path: string): Promise<string | null> => realpath(path).catch(() => null);
