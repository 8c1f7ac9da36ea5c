import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';

const KEPT = 'session-kept-';

/**
 * Gemini CLI names the file of a session by its minute and id, and begins it anew before it reads it: one that is gone
 * on with in the minute it was begun in would be lost. So those of earlier attempts get names that it never gives.
 */
export async function keepGeminiSessions(home: string): Promise<void> {
  const projects = join(home, '.gemini', 'tmp');
  for (const project of await names(projects)) {
    const chats = join(projects, project, 'chats');
    for (const name of await names(chats)) {
      if (!name.startsWith('session-') || name.startsWith(KEPT)) continue;
      await rename(join(chats, name), join(chats, name.replace('session-', KEPT)));
    }
  }
}

const names = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);
