import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { ChatTurn } from '#contracts/chat-turn.ts';
import { AssayError } from '#contracts/errors.ts';
import { toJson } from '#contracts/json.ts';
import { SESSION_FORMAT, SessionHeader } from '#contracts/session-file.ts';
import { errnoOf, reasonOf } from '#host/file-error.ts';
import type { Redactor } from '#host/redact.ts';
import type { ListedSession } from './sessions.ts';
import { titleOfSession } from './sessions.ts';

export interface ReadSession {
  readonly header: SessionHeader;
  readonly turns: readonly ChatTurn[];
}

const MOST_TURNS = 200_000;
const LONGEST_LINE = 20_000_000;

/** The lines of a conversation's file: its header, then its turns. Secrets and the person's home are removed. */
export function* sessionLines(
  session: ListedSession,
  turns: readonly ChatTurn[],
  redactor: Redactor,
): Generator<string> {
  const { run, note } = session;
  const header: SessionHeader = {
    format: SESSION_FORMAT,
    version: 1,
    title: titleOfSession(session),
    labels: note.labels,
    status: note.status,
    simulated: run.simulated,
    createdAt: run.createdAt,
    updatedAt: run.updatedAt,
    turns: turns.length,
  };
  for (const line of [header, ...turns]) yield `${JSON.stringify(redactor.json(toJson(line, 'line')))}\n`;
}

/** Reads such a file. An incomplete one is rejected as a whole. */
export async function readSessionFile(file: string): Promise<ReadSession> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  const turns: ChatTurn[] = [];
  let header: SessionHeader | null = null;
  let no = 0;
  try {
    for await (const line of lines) {
      no += 1;
      if (line.trim() === '') continue;
      if (header === null) header = parsed(SessionHeader, line, file, no);
      else turns.push(parsed(ChatTurn, line, file, no));
      if (turns.length > MOST_TURNS) throw unfit(file, no, `it has more than ${MOST_TURNS} turns`);
    }
  } catch (thrown) {
    if (thrown instanceof AssayError) throw thrown;
    const code = errnoOf(thrown) === 'ENOENT' ? 'FILE_MISSING' : 'FILE_UNREADABLE';
    throw new AssayError(code, `${file} cannot be read: ${reasonOf(thrown)}`, {
      next: 'Name a file that you can read.',
    });
  }
  if (header === null) throw unfit(file, 1, 'it is empty');
  if (turns.length !== header.turns) {
    throw unfit(file, no, `its header says ${header.turns} turns, but it has ${turns.length}: it was cut off`);
  }
  return { header, turns };
}

function parsed<S extends z.ZodType>(schema: S, line: string, file: string, no: number): z.output<S> {
  if (line.length > LONGEST_LINE) throw unfit(file, no, `the line is longer than ${LONGEST_LINE} characters`);
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw unfit(file, no, 'the line is not JSON');
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw unfit(file, no, z.prettifyError(result.error).split('\n').slice(0, 2).join(' '));
}

const unfit = (file: string, line: number, why: string): AssayError =>
  new AssayError('SESSION_FILE_INVALID', `${file}, line ${line}: ${why}`, {
    next: 'Give it a file that `assay sessions export` wrote, whole and unchanged.',
  });
