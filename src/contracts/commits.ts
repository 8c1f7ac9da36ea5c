import { z } from 'zod';
import { TreeHash } from './ids.ts';

/** A git commit hash (sha1 or sha256 repositories). */
export const Sha = z
  .string()
  .regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/)
  .brand<'Sha'>();
export type Sha = z.infer<typeof Sha>;

export const FileKind = z.enum(['file', 'executable', 'symlink', 'submodule']);
export type FileKind = z.infer<typeof FileKind>;

export const Hunk = z.object({
  oldStart: z.number().int(),
  oldLines: z.number().int(),
  newStart: z.number().int(),
  newLines: z.number().int(),
  /** The function or class that git found the hunk in. */
  heading: z.string(),
  /** Each with its first character: space, `+`, `-` or `\`. */
  lines: z.array(z.string()),
});
export type Hunk = z.infer<typeof Hunk>;

/**
 * One file of a diff. Paths are relative to the repository, with `/`. A path that is not UTF-8, or that begins with a
 * double quote, is quoted as git does (`"caf\351"`), so no two files share a name here.
 */
export const DiffFile = z.object({
  path: z.string(),
  status: z.enum(['added', 'deleted', 'modified', 'renamed', 'type-changed']),
  /** The path of a renamed file before. */
  oldPath: z.string().optional(),
  kind: FileKind.nullable(),
  oldKind: FileKind.nullable(),
  binary: z.boolean(),
  /** Lines; 0 for binary files. */
  added: z.number().int(),
  deleted: z.number().int(),
  hunks: z.array(Hunk),
  /** Some or all hunks were left out for their size. */
  truncated: z.boolean(),
});
export type DiffFile = z.infer<typeof DiffFile>;

export const Diff = z.object({ from: TreeHash, to: TreeHash, files: z.array(DiffFile) });
export type Diff = z.infer<typeof Diff>;

export const Conflict = z.object({ paths: z.array(z.string()), kind: z.string(), message: z.string() });
export type Conflict = z.infer<typeof Conflict>;

/** `unchanged`: there is nothing new; `sha` is the head, so a step repeated after a crash finds its commit. */
export type CommitOutcome =
  | { readonly type: 'committed'; readonly sha: Sha; readonly tree: TreeHash }
  | { readonly type: 'unchanged'; readonly sha: Sha; readonly tree: TreeHash };

export type MergeOutcome = CommitOutcome | { readonly type: 'conflict'; readonly conflicts: readonly Conflict[] };

export interface DiffLimits {
  /** Of the patch text of all files together. */
  readonly totalBytes?: number;
  readonly bytesPerFile?: number;
}
