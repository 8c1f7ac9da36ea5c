import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Sha, WorkspaceName } from '#contracts/workspace.ts';
import { readJsonIfExists } from '#host/atomic-file.ts';
import { writeError } from '#host/file-error.ts';
import { Owner } from '#host/owner.ts';

const Mount = z.object({ from: z.string(), at: z.string() });

/** What is known about a workspace when its process is gone. Kept beside the checkout, out of the agent's reach. */
export const WorkspaceRecord = z.object({
  v: z.literal(1),
  name: WorkspaceName,
  owner: Owner,
  createdAt: z.number(),
  repository: z.string(),
  gitDir: z.string(),
  seed: z.string(),
  base: Sha,
  /** The disk space its creation took, roughly. */
  bytes: z.number(),
  /** Some files are as git stores them, not as the project's filters would write them. */
  rawFilters: z.boolean(),
  /** Folders that stay empty. */
  submodules: z.array(z.string()),
  mounts: z.array(Mount),
  env: z.record(z.string(), z.string()),
  layers: z.array(z.string()),
  notes: z.array(z.string()),
  /** Creation is complete. */
  ready: z.boolean(),
});
export type WorkspaceRecord = z.infer<typeof WorkspaceRecord>;

const fileIn = (folder: string): string => join(folder, 'workspace.json');

export const readRecord = (folder: string): Promise<WorkspaceRecord | null> =>
  readJsonIfExists(fileIn(folder), WorkspaceRecord);

/**
 * Written whole or not at all, but without waiting for the disk: after a checkout of thousands of files that takes
 * seconds, and what a power loss damages is swept.
 */
export async function writeRecord(folder: string, record: WorkspaceRecord): Promise<void> {
  const temporary = `${fileIn(folder)}.tmp`;
  try {
    await writeFile(temporary, JSON.stringify(record, null, 2));
    await rename(temporary, fileIn(folder));
  } catch (error) {
    throw writeError(`the file ${fileIn(folder)}`, error);
  }
}
