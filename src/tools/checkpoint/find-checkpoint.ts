import { createHash } from 'node:crypto';
import { AssayError, type ErrorCode } from '#contracts/errors.ts';
import { SessionId } from '#contracts/ids.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import type { RunStore } from '#contracts/store.ts';
import { CHECKPOINT } from './graph.ts';
import { type Checkpoint, type CheckpointStore, readCheckpoint } from './read-run.ts';

/** A steps file is a session of its own, so its runs are found without reading a log. */
export const checkpointSession = (file: string): SessionId =>
  SessionId.parse(`${CHECKPOINT}-${createHash('sha256').update(file).digest('hex').slice(0, 24)}`);

/** The runs of a steps file (by real path), newest first. Only the newest counts; the others are history. */
export async function runsOf(store: RunStore, file: string): Promise<ListedRun[]> {
  const listed = await store.list({ session: checkpointSession(file) });
  return listed.filter(({ graph }) => graph.name === CHECKPOINT);
}

/** The run that belongs to a steps file, or null when there is none yet. */
export async function findCheckpoint(shelf: CheckpointStore, file: string): Promise<Checkpoint | null> {
  try {
    const [newest] = await runsOf(shelf.store, file);
    return newest ? await readCheckpoint(shelf, newest) : null;
  } catch (thrown) {
    throw withChoices(thrown, file);
  }
}

const WHOLE: ReadonlySet<ErrorCode> = new Set(['STORE_CORRUPT', 'STORE_FAILED']);
const ONE_RUN: ReadonlySet<ErrorCode> = new Set(['LOG_TAMPERED', 'EVENT_INVALID', 'BLOB_MISSING', 'BLOB_CORRUPT']);

/** What to do when a job's stored state cannot be read. Other errors pass unchanged. */
export function withChoices(thrown: unknown, file: string): unknown {
  if (!(thrown instanceof AssayError)) return thrown;
  const risk = 'steps that are not idempotent and have no `check` would then run a second time';
  const fresh = `\`assay checkpoint run ${file} --fresh\``;
  if (WHOLE.has(thrown.code)) {
    return new AssayError(thrown.code, `how far ${file} had come cannot be read: ${thrown.message}`, {
      next: `Choose: \`assay doctor --repair\` saves every run that can still be read, then run the job again; or set ASSAY_HOME to an empty folder and start from the beginning (${risk}). Nothing was changed.`,
      cause: thrown,
    });
  }
  if (!ONE_RUN.has(thrown.code)) return thrown;
  return new AssayError(thrown.code, `how far ${file} had come cannot be read: ${thrown.message}`, {
    next: `Choose: ${thrown.next ?? '`assay doctor` checks the database'} Or ${fresh} starts from the beginning (${risk}); the old run stays listed. Nothing was changed.`,
    cause: thrown,
  });
}
