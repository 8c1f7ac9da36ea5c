/** The files of a commit or tree, without a checkout until one is needed. */
export interface TreeSource {
  list(): Promise<readonly { readonly path: string; readonly hash: string }[]>;
  read(path: string): Promise<string>;
  writeTo(folder: string): Promise<void>;
}
