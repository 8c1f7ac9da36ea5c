import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { inSandbox, type LastingHome } from '../program/sandbox-files.ts';

const KEPT = 'session-kept-';

/**
 * Gemini CLI names the file of a session by its minute and id, and truncates it before it reads it: a session resumed
 * in the minute it was begun in would be lost. So files of earlier attempts are renamed to names that it never uses.
 */
export async function keepGeminiSessions(programSandbox: LastingHome): Promise<void> {
  const projects = '.gemini/tmp';
  for (const project of await inSandbox(programSandbox, projects, foldersIn)) {
    await inSandbox(programSandbox, `${projects}/${project}/chats`, async (chats) => {
      for (const name of await readdir(chats)) {
        if (!name.startsWith('session-') || name.startsWith(KEPT)) continue;
        await rename(join(chats, name), join(chats, name.replace('session-', KEPT)));
      }
    });
  }
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
