import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '#contracts/json.ts';
import { cannotResume } from '../program/try-resume.ts';

/** The thread to resume, and what it had used by then. */
const Token = z.object({
  v: z.literal(1),
  thread: z.uuid(),
  input: z.number(),
  cached: z.number(),
  output: z.number(),
});
export type CodexToken = z.infer<typeof Token>;

export const codexResumeToken = (token: Omit<CodexToken, 'v'>): string => JSON.stringify({ v: 1, ...token });

/** Checks a token before it is used: it is ours, and the thread's file exists and is not empty. */
export async function checkCodexResume(token: string, codexHome: string | null): Promise<CodexToken> {
  const read = Token.safeParse(parseJson(token));
  if (!read.success) throw cannotResume('it is not one of a Codex thread');
  if (codexHome === null) throw cannotResume('this place keeps no transcripts');
  const { thread } = read.data;
  // With the types: without them links are followed, even in circles.
  const all = await readdir(join(codexHome, 'sessions'), { recursive: true, withFileTypes: true }).catch(() => []);
  const file = all.find((entry) => entry.isFile() && entry.name.endsWith(`${thread}.jsonl`));
  if (file === undefined) throw cannotResume(`the transcript of thread ${thread} is gone`);
  const { size } = await lstat(join(file.parentPath, file.name));
  if (size === 0) throw cannotResume(`the transcript of thread ${thread} is empty`);
  return read.data;
}
