import { homedir } from 'node:os';
import type { PlacedRun } from './exec-in-place.ts';

/** The part of sandbox-runtime's settings file that we use. */
export interface RuntimeSettings {
  readonly network: {
    readonly allowedDomains: readonly string[];
    readonly deniedDomains: readonly string[];
    readonly allowLocalBinding: boolean;
    readonly allowUnixSockets: readonly string[];
  };
  readonly filesystem: {
    readonly denyRead: readonly string[];
    readonly allowRead: readonly string[];
    readonly allowWrite: readonly string[];
    readonly denyWrite: readonly string[];
  };
  readonly ripgrep: { readonly command: string };
}

/**
 * What a measured command may do under sandbox-runtime: write to its checkout and to folders of its own, read nothing of
 * the people of this machine but what a gate shows it, and reach no network. Links are followed to what they lead to, so
 * the sources of the mounts are named as well as their places.
 */
export function runtimeSettings(
  { policy, mounts, scratch }: PlacedRun,
  hidden: readonly string[],
  home = homedir(),
): RuntimeSettings {
  const writable = [...policy.writable.map(({ from }) => from), scratch];
  const readable = policy.readOnly.map(({ from }) => from);
  return {
    network: {
      ...{ allowedDomains: [], deniedDomains: [] },
      // Tests start servers of their own. Where there are no network namespaces, this opens the machine's own ports, too.
      allowLocalBinding: true,
      allowUnixSockets: writable,
    },
    filesystem: {
      denyRead: [...new Set([home, ...HOMES, ...MOUNTED, ...hidden])],
      allowRead: [...new Set([...writable, ...readable, ...mounts.made])],
      allowWrite: writable,
      denyWrite: [...new Set([...readable, ...mounts.made])],
    },
    // It looks for files that an agent must not plant for the person. A gate's checkout is thrown away.
    ripgrep: { command: 'true' },
  };
}

/** The folders with people's homes: all of them are hidden. */
const HOMES = ['/Users', '/home'];

/** Disks and shares of the person. */
const MOUNTED = ['/Volumes', '/media', '/mnt'];
