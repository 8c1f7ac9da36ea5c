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
 * `all`: the files are on a branch of the person's, whoever wrote them; only where it runs makes an install safe.
 * Otherwise the keys of the layers that were granted.
 */
export type Trust = 'all' | readonly string[];

export interface Layers {
  /**
   * A missing layer is prepared only if it is trusted. Files that an agent wrote get only existing layers: a new
   * dependency runs third-party code, and a gate has to grant it.
   */
  provide(source: TreeSource, checkout: string, how: HowToProvide): Promise<Provided>;
  /** The layers that `after` needs and that do not exist yet, each with what it would install. */
  requests(before: TreeSource, after: TreeSource, command?: Command): Promise<readonly LayerRequest[]>;
}

export interface HowToProvide {
  readonly trust: Trust;
  /** The project's own install command, instead of the usual one of its kind of package manager. */
  readonly command?: Command | undefined;
  /** The person's checkout: what is installed there is used before anything is downloaded. */
  readonly installedIn?: string | undefined;
  /** Looks at what is installed again, and takes it if it has changed. */
  readonly refresh?: boolean | undefined;
  /** A layer that cannot be prepared is a note, not an error. */
  readonly lenient?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface LayerOptions {
  readonly shelf: Shelf;
  readonly install: RunInstall;
  /** Python environments of the person's outside of the checkout. */
  readonly environments?: (checkout: string) => Promise<readonly string[]>;
}

export type VersionOf = (command: Command) => Promise<string>;
