import { RequestError } from '@agentclientprotocol/sdk';
import type { AttemptEnv } from '#contracts/agent.ts';
import { AssayError } from '#contracts/errors.ts';
import type { Action } from '#contracts/permission.ts';
import { locate, pathsOf, refuseGit } from '../native/files/locate.ts';
import { readTextFile, writeText } from '../native/files/text-file.ts';
import { type AskPermit, refusalText } from '../program/ask-permit.ts';

export interface FileService {
  read(path: string, line: number | null | undefined, limit: number | null | undefined): Promise<string>;
  write(path: string, content: string): Promise<void>;
}

/**
 * Reads and writes for an agent that asks its client to, outside of its sandbox: so no link is followed out of the
 * folder, and everything needs permission.
 */
export function serveFiles(
  place: Pick<AttemptEnv, 'folder'>,
  ask: AskPermit,
  nextId: () => string,
  signal: AbortSignal,
): FileService {
  const permit = async (tool: string, action: Action): Promise<void> => {
    const answer = await ask({ id: nextId(), tool, action }, signal);
    if (answer.type === 'deny') throw RequestError.invalidParams(answer.error, refusalText(answer));
  };
  return {
    read: (path, line, limit) =>
      explained(path, async () => {
        const where = await locate(place.folder, path);
        await permit('fs/read_text_file', { type: 'read', paths: pathsOf(where) });
        const { text } = await readTextFile(place.folder, where);
        if (line == null && limit == null) return text;
        const from = Math.max(0, (line ?? 1) - 1);
        return text
          .split('\n')
          .slice(from, limit == null ? undefined : from + limit)
          .join('\n');
      }),
    write: (path, content) =>
      explained(path, async () => {
        const where = await locate(place.folder, path);
        refuseGit(where);
        await permit('fs/write_text_file', { type: 'write', paths: pathsOf(where) });
        await writeText(place.folder, where, content);
      }),
  };
}

/** Agents recognise a missing file by its code, and show other messages to their model. */
async function explained<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (thrown) {
    if (!(thrown instanceof AssayError)) throw thrown;
    if (thrown.code === 'FILE_MISSING') throw RequestError.resourceNotFound(path);
    throw RequestError.invalidParams(thrown.toInfo(), `${thrown.message} ${thrown.next ?? ''}`.trim());
  }
}
