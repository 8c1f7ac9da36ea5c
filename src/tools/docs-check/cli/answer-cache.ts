import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readJsonIfExists, writeJsonAtomic } from '#host/atomic-file.ts';
import { makeFolder } from '#host/make-folder.ts';
import type { AskProgram } from './ask-program.ts';

export interface CachedAsk {
  readonly ask: AskProgram;
  /** Keeps what was learnt for the next time. */
  save(): Promise<void>;
}

const Stored = z.object({ key: z.string(), answers: z.record(z.string(), z.string()) });

/** Answers of a program that has not changed since (its path, size and times); without a cache it is asked again. */
export async function cachedAsk(path: string, cacheFolder: string, ask: AskProgram): Promise<CachedAsk> {
  const key = await keyOf(path);
  if (key === null) return { ask, save: async () => undefined };
  const folder = join(cacheFolder, 'docs-check');
  const file = join(folder, `${createHash('sha256').update(path).digest('hex').slice(0, 24)}.json`);
  const stored = await readJsonIfExists(file, Stored).catch(() => null); // a damaged cache is no cache
  const answers = new Map(stored?.key === key ? Object.entries(stored.answers) : []);
  let fresh = false;

  return {
    ask: async (args) => {
      const name = args.join(' ');
      const known = answers.get(name);
      if (known !== undefined) return { ok: true, text: known };
      const answer = await ask(args);
      // Settings (`npm config ls`) contain personal data; help does not.
      if (answer.ok && args[0] !== 'config') {
        answers.set(name, answer.text);
        fresh = true;
      }
      return answer;
    },
    save: async () => {
      if (!fresh) return;
      await makeFolder(folder)
        .then(() => writeJsonAtomic(file, { key, answers: Object.fromEntries(answers) }, { mode: 0o600 }))
        .catch(() => undefined); // the check does not depend on it
    },
  };
}

/** Null for a script in a working copy: its code lies in other files, which change without it. */
async function keyOf(path: string): Promise<string | null> {
  const { mtimeMs, ctimeMs, size } = await stat(path);
  const installed = path.startsWith('/usr/') || path.includes('/node_modules/') || path.includes('/site-packages/');
  if (!installed && (await isScript(path))) return null;
  return [path, mtimeMs, ctimeMs, size].join(' ');
}

async function isScript(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString('latin1') === '#!';
  } finally {
    await handle.close();
  }
}
