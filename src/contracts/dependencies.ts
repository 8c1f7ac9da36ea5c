export interface NamedVersion {
  readonly name: string;
  readonly version: string;
}

/** What granting a changed lockfile would install. `unknown`: it cannot be read, so a person has to look at it. */
export type DependencyChange =
  | {
      readonly type: 'known';
      readonly added: readonly NamedVersion[];
      readonly removed: readonly NamedVersion[];
      readonly changed: readonly { readonly name: string; readonly from: string; readonly to: string }[];
      /** The same name and version from another registry, or with other content: never by accident. */
      readonly replaced: readonly NamedVersion[];
    }
  | { readonly type: 'unknown'; readonly why: string };

/** A new dependency layer that waits for a grant: nothing was installed to find this out. */
export interface LayerRequest {
  /** What a grant names. It stands for exactly these files; any other change has another key. */
  readonly key: string;
  readonly lockfile: string;
  readonly tool: string;
  readonly change: DependencyChange;
  /** Settings of the package manager that differ: a registry, patches. */
  readonly settings: readonly string[];
  /** The whole request in one sentence. */
  readonly says: string;
}
