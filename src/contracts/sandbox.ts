import type { Command, ExecResult, RunningProcess } from './exec.ts';

/** What a sandboxed process tree may see and do. Anything not named here is unavailable. */
export interface SandboxPolicy {
  /** Host folder → its path inside. Commands start in the first of these. */
  readonly writable: readonly Mount[];
  readonly readOnly: readonly Mount[];
  /** Hosts are reached by CONNECT only: `name`, `name:port`, `*.name`; the port is 443 where none is given. */
  readonly network: 'none' | HostList;
  /** Our own sockets, each appearing inside as a port of 127.0.0.1 (a model proxy, tools). */
  readonly ports?: readonly InsidePort[];
  readonly limits: SandboxLimits;
}

export interface HostList {
  readonly hosts: readonly string[];
  /** Their names may resolve to the local network: for a list that is the person's own. */
  readonly mayBeNear?: boolean;
  /** Of some of them. */
  readonly keyed?: KeyedHosts;
}

/**
 * Hosts that want a credential of the person's. Requests to them are read and answered outside: the credential is added
 * there, and no program inside ever has it.
 */
export interface KeyedHosts {
  has(host: string, port: number): boolean;
  /** The header for what is fetched from there; null where no credential is for it. */
  authorization(url: URL): string | null;
  /** By which we speak for the host inside: a certificate and its key, in PEM. */
  identity(host: string): { readonly cert: string; readonly key: string };
  /** Whose certificates are believed outside, in PEM. */
  readonly trusted: readonly string[];
}

export interface Mount {
  readonly from: string;
  readonly at: string;
  /**
   * `at` is a link to `from`, which another mount contains, so that a program that looks for its files beside itself
   * finds them.
   */
  readonly asLink?: boolean;
}

/** A Unix socket outside that is reached as a port of 127.0.0.1 inside. */
export interface InsidePort {
  readonly socket: string;
  readonly port: number;
}

export interface SandboxLimits {
  /** Processes and their threads. */
  readonly processes: number;
  /** Of the whole tree, and of each process in it. */
  readonly memoryBytes: number;
  /** How much the tree may write to its private /tmp and home. */
  readonly scratchBytes: number;
  readonly outputBytes: number;
}

/** Which isolation this machine offers, found by trying. Nothing is claimed that a probe did not show. */
export type SandboxAbility =
  | { readonly kind: 'bubblewrap' | 'sandbox-runtime'; readonly enforces: readonly SandboxFeature[] }
  | { readonly kind: 'none'; readonly why: string; readonly next: string };

export type SandboxFeature =
  | 'files'
  | 'network'
  | 'processes'
  | 'memory'
  | 'scratch'
  | 'environment'
  | 'kill-tree'
  /** System calls that namespaces do not cover: keyrings, other socket families, typing into a terminal. */
  | 'system-calls';

export interface Sandbox {
  readonly ability: SandboxAbility;
  exec(command: Command, policy: SandboxPolicy, signal?: AbortSignal): Promise<ExecResult>;
  /**
   * The same for a program that is talked to while it runs. Its only time limit is one that the command names, and its
   * standard output is not counted. Never rejects: a program that could not be started has `ended`.
   */
  start(command: Command, policy: SandboxPolicy, signal?: AbortSignal): Promise<RunningProcess>;
}
