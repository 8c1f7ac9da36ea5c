export interface NamedVersion {
  readonly name: string;
  readonly version: string;
}

/** What granting a changed lockfile would bring in. `unknown`: it cannot be read, so it has to be looked at by a person. */
export type DependencyChange =
  | {
      readonly type: 'known';
      readonly added: readonly NamedVersion[];
      readonly removed: readonly NamedVersion[];
      readonly changed: readonly { readonly name: string; readonly from: string; readonly to: string }[];
      /** The same name and version from another place, or with another content: never by accident. */
      readonly replaced: readonly NamedVersion[];
    }
  | { readonly type: 'unknown'; readonly why: string };

/** A new dependency layer, to be granted or not: nothing was installed to find this out. */
export interface LayerRequest {
  /** What a grant names. It stands for exactly these files; any other change is another key. */
  readonly key: string;
  readonly lockfile: string;
  readonly tool: string;
  readonly change: DependencyChange;
  /** Settings of the package manager that differ: a registry, patches. */
  readonly settings: readonly string[];
  /** All of it in a sentence. */
  readonly says: string;
}
