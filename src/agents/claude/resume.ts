import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { parseJson } from '#contracts/json.ts';
import { openToRead } from '#host/enter-folder.ts';
import { cannotResume } from '../program/try-resume.ts';
import type { Totals } from './result.ts';

/** The session to resume, and what it had used by then. */
const Token = z.object({
  v: z.literal(1),
  session: z.uuid(),
  used: z.object({
    input: z.number(),
    output: z.number(),
    cacheRead: z.number(),
    cacheWrite: z.number(),
    usd: z.number().nullable(),
  }),
});

export interface Resumed {
  readonly session: string;
  readonly used: Totals;
}

export const claudeResumeToken = (session: string, used: Totals): string =>
  JSON.stringify({ v: 1, session, used } satisfies z.infer<typeof Token>);

/** Checks a token before it is used: it is ours, and the transcript exists and is not empty. */
export async function checkClaudeResume(token: string, configFolder: string | null): Promise<Resumed> {
  const read = Token.safeParse(parseJson(token));
  if (!read.success) throw cannotResume('it is not one of a Claude Code session');
  const { session, used } = read.data;
  if (configFolder === null) throw cannotResume('this place keeps no transcripts');
  const file = await findTranscript(configFolder, session);
  if (file === null) throw cannotResume(`the transcript of session ${session} is gone`);
  if (!(await hasAnswer(file))) throw cannotResume(`the transcript of session ${session} is empty`);
  return { session, used };
}

/** Whether Claude Code has written its last answer to disk: it does so a moment after sending it. */
export async function isWritten(
  configFolder: string,
  session: string,
  answer: { readonly since: Date; readonly text: string },
): Promise<boolean> {
  const file = await findTranscript(configFolder, session);
  return file !== null && (await hasAnswer(file, answer.since.toISOString(), answer.text));
}

async function findTranscript(configFolder: string, session: string): Promise<string | null> {
  const projects = join(configFolder, 'projects');
  for (const project of await namesIn(projects)) {
    const files = await namesIn(join(projects, project));
    if (files.includes(`${session}.jsonl`)) return join(projects, project, `${session}.jsonl`);
  }
  return null;
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

const Entry = z.looseObject({ type: z.string(), timestamp: z.string().optional() });

/** Enough to recognise an answer; one of several parts is recognised by its last. */
const LAST = 60;

/** The end of the file: the program can write anything there, and only the last answers matter. */
const READ_BYTES = 64 * 1024 * 1024;

/** Whether the transcript contains an answer: any, or one that is not older than `since` and has the text `text`. */
async function hasAnswer(file: string, since = '', text = ''): Promise<boolean> {
  const said = JSON.stringify(text.trim().slice(-LAST)).slice(1, -1);
  const handle = await openToRead({ at: dirname(file), name: basename(file) }, file).catch(() => null);
  if (handle === null) return false;
  let input: Readable | undefined;
  try {
    const { size } = await handle.stat();
    const range = { start: Math.max(0, size - READ_BYTES), end: size, autoClose: false };
    input = handle.createReadStream(range);
    const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
    for await (const line of lines) {
      const entry = Entry.safeParse(parseJson(line));
      if (!entry.success || entry.data.type !== 'assistant') continue;
      if ((entry.data.timestamp ?? '') >= since && line.includes(said)) return true;
    }
    return false;
  } finally {
    input?.destroy();
    await handle.close();
  }
}
