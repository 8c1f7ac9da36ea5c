import { posix } from 'node:path';
import type { Command } from '#contracts/exec.ts';
import type { Mount, SandboxPolicy } from '#contracts/sandbox.ts';
import type { BaseSystem } from './base-system.ts';

/** The user inside has no rights, even if root started it, so that root's programs behave as for anyone else. */
export const INSIDE = { user: 'agent', uid: 1000, home: '/home/agent', path: '/usr/local/bin:/usr/bin:/bin' } as const;

/**
 * Tools that look for newer versions of themselves wait for the missing network (npm: 200 ms each time), and tools that
 * a project pins would download that version. The installed version is used instead.
 */
const AS_IT_IS = {
  ...{ NO_UPDATE_NOTIFIER: '1', npm_config_update_notifier: 'false', PIP_DISABLE_PIP_VERSION_CHECK: '1' },
  ...{ npm_config_manage_package_manager_versions: 'false', pnpm_config_manage_package_manager_versions: 'false' },
  ...{ COREPACK_ENABLE_STRICT: '0', COREPACK_ENABLE_AUTO_PIN: '0', COREPACK_ENABLE_DOWNLOAD_PROMPT: '0' },
  ...{ GOTOOLCHAIN: 'local', UV_PYTHON_DOWNLOADS: 'never' },
};

/** Without a network, do not try: it would fail anyway, after many attempts and with a worse message. */
const OFFLINE = {
  ...{ npm_config_offline: 'true', npm_config_verify_deps_before_run: 'false', COREPACK_ENABLE_NETWORK: '0' },
  // From version 11 on, pnpm reads its own variables only, and `pnpm run` would install first.
  ...{ pnpm_config_offline: 'true', pnpm_config_verify_deps_before_run: 'false' },
  ...{ GOPROXY: 'off', GONOSUMDB: '*', CARGO_NET_OFFLINE: 'true', UV_OFFLINE: '1' },
  PIP_NO_INDEX: '1',
};

/** Variables that keep tools from fetching what is not there, or from looking for newer versions of themselves. */
export const asInstalled = ({ network }: SandboxPolicy): Readonly<Record<string, string>> => ({
  ...AS_IT_IS,
  ...(network === 'none' ? OFFLINE : {}),
});

export interface BubblewrapInput {
  readonly policy: SandboxPolicy;
  readonly command: Pick<Command, 'cwd' | 'env'>;
  readonly base: BaseSystem;
  /** Our own files in place of the machine's: a generated passwd and the like. */
  readonly made: readonly Mount[];
  /** Of the machine: the language, the time zone. */
  readonly env: Readonly<Record<string, string>>;
  /** Open files: the filter of system calls, and the one that receives bubblewrap's own report. */
  readonly seccompFd?: number;
  readonly statusFd?: number;
}

/** The options that enforce a policy. The order matters: a later mount covers an earlier one. */
export function bubblewrapArgs(input: BubblewrapInput): string[] {
  const { policy } = input;
  return [
    ...['--unshare-all', '--unshare-user', '--disable-userns', '--die-with-parent', '--new-session', '--clearenv'],
    ...['--uid', String(INSIDE.uid), '--gid', String(INSIDE.uid), '--hostname', 'sandbox'],
    ...input.base.folders.flatMap((path) => ['--ro-bind', path, path]),
    ...input.base.links.flatMap(({ at, to }) => ['--symlink', to, at]),
    ...mounts(asMounts('--ro-bind', input.made)),
    // Also read-only because root outside owns /proc/sys and the like, whatever the capabilities.
    ...['--proc', '/proc', '--remount-ro', '/proc'],
    ...scratch(policy.limits.scratchBytes),
    ...mounts([...asMounts('--ro-bind', policy.readOnly), ...asMounts('--bind', policy.writable)]),
    // The root is a tmpfs without a limit of its own: nothing may be written to it except in mounts.
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
    ...environment(input).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--chdir', posix.resolve(startFolder(policy), input.command.cwd ?? '.')],
    ...(input.seccompFd === undefined ? [] : ['--seccomp', String(input.seccompFd)]),
    ...(input.statusFd === undefined ? [] : ['--json-status-fd', String(input.statusFd)]),
  ];
}

const SHARED_MEMORY_BYTES = 64 * 1024 ** 2;

/** One tmpfs for /tmp and home together, so that there is one limit; before any mount below /tmp. */
function scratch(bytes: number): string[] {
  return [
    ...['--size', String(bytes), '--perms', '1777', '--tmpfs', '/tmp'],
    // Relative, since bubblewrap resolves it while the sandbox is not yet the root.
    ...['--dir', '/tmp/home', '--symlink', '../tmp/home', INSIDE.home],
    ...['--dev', '/dev'],
    ...['--size', String(Math.min(bytes, SHARED_MEMORY_BYTES)), '--perms', '1777', '--tmpfs', '/dev/shm'],
  ];
}

/** Outer folders first, so that they do not cover a mount inside them. */
const mounts = (list: readonly [option: string, Mount][]): string[] =>
  list.toSorted(([, a], [, b]) => a.at.length - b.at.length).flatMap(([option, { from, at }]) => [option, from, at]);

const asMounts = (option: string, list: readonly Mount[]): [string, Mount][] =>
  list.map((mount) => [mount.asLink ? '--symlink' : option, mount]);

function environment({ env, command, policy }: BubblewrapInput): [string, string][] {
  const own = {
    ...{ PATH: INSIDE.path, HOME: INSIDE.home, USER: INSIDE.user, LOGNAME: INSIDE.user, TMPDIR: '/tmp' },
    ...asInstalled(policy),
  };
  return Object.entries({ ...env, ...own, ...command.env });
}

/** Where relative paths of a command start. */
export const startFolder = (policy: SandboxPolicy): string =>
  policy.writable[0]?.at ?? policy.readOnly[0]?.at ?? INSIDE.home;
