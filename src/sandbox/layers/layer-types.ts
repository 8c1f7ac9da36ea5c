import type { LayerRequest } from '#contracts/dependencies.ts';
import type { Command } from '#contracts/exec.ts';
import type { Mount } from '#contracts/sandbox.ts';
import type { TreeSource } from '#contracts/tree-source.ts';
import type { Shelf } from '#host/prepare-once.ts';
import type { RunInstall } from './install.ts';

/** Dependencies for a checkout: folders to mount read-only, shared by all that have the same lockfile. */
export interface Provided {
  readonly keys: readonly string[];
  readonly mounts: readonly Mount[];
  readonly env: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
}

/**
 * `all`: the files are on a branch of the person's, no matter who wrote them; an install is safe only by where it runs. Else
 * the keys of the layers that were granted.
 */
export type Trust = 'all' | readonly string[];

export interface Layers {
  /**
   * A missing layer is prepared only if it is trusted. Of files that an agent wrote only layers that exist are given: a
   * new dependency runs strangers' code, and is for a gate to grant.
   */
  provide(source: TreeSource, checkout: string, how: HowToProvide): Promise<Provided>;
  /** The layers that `after` calls for and that are not there yet, each with what it would bring in. */
  requests(before: TreeSource, after: TreeSource, command?: Command): Promise<readonly LayerRequest[]>;
}

export interface HowToProvide {
  readonly trust: Trust;
  /** The project's own install command, instead of the usual one of the package managers of its kind. */
  readonly command?: Command | undefined;
  /** The person's checkout: what is installed there is taken before anything is fetched. */
  readonly installedIn?: string | undefined;
  /** Looks again at what is installed, and takes that where it is another by now. */
  readonly refresh?: boolean | undefined;
  /** A layer that cannot be had is a note, not an error. */
  readonly lenient?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface LayerOptions {
  readonly shelf: Shelf;
  readonly install: RunInstall;
  /** Python environments of the person's that lie outside of the checkout. */
  readonly environments?: (checkout: string) => Promise<readonly string[]>;
}

export type VersionOf = (command: Command) => Promise<string>;
