import { createHash } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import { reasonOf } from '#host/file-error.ts';
import { parseSteps } from './parse-steps.ts';
import type { Steps } from './steps.ts';

/** The current content of a steps file. */
export interface StepsSource extends Steps {
  /** Its real path: the same file under another name is the same job. */
  readonly file: string;
  /** As the caller wrote it, for messages. */
  readonly shown: string;
  readonly hash: string;
  /** Where its steps run. */
  readonly folder: string;
}

export async function readSteps(shown: string, cwd: string): Promise<StepsSource> {
  const { file, text } = await read(shown, cwd);
  const hash = createHash('sha256').update(text).digest('hex');
  return { ...parseSteps(text, shown), file, shown, hash, folder: dirname(file) };
}

async function read(shown: string, cwd: string): Promise<{ file: string; text: string }> {
  try {
    const file = await realpath(resolve(cwd, shown));
    return { file, text: await readFile(file, 'utf8') };
  } catch (thrown) {
    throw new AssayError('SOURCE_UNREADABLE', `the steps file ${shown} cannot be read: ${reasonOf(thrown)}`, {
      next: 'Give the path of a YAML file with `name` and `steps`.',
      cause: thrown,
    });
  }
}
