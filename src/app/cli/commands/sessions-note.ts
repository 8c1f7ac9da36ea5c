import { z } from 'zod';
import { AssayError, EXIT } from '#contracts/errors.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import {
  MOST_LABELS,
  SESSION_STATUSES,
  SessionLabel,
  type SessionNote,
  SessionStatus,
  SessionTitle,
} from '#contracts/session-note.ts';
import { findChat } from '#sessions/chat/read-chat.ts';
import type { Cli, JsonOption } from '../context.ts';
import { withSessions } from '../with-sessions.ts';

export const rename = (cli: Cli, wanted: string, words: readonly string[], options: JsonOption): Promise<number> => {
  const title = parsed(SessionTitle, words.join(' '), 'the title');
  return change(
    cli,
    wanted,
    options,
    () => ({ title }),
    () => `is called "${title}"`,
  );
};

export const label = (
  cli: Cli,
  wanted: string,
  labels: readonly string[],
  options: JsonOption & { readonly remove?: boolean },
): Promise<number> => {
  const named = labels.map((each) => parsed(SessionLabel, each, 'a label'));
  const labelled = ({ labels: before }: SessionNote): Partial<SessionNote> => {
    const rest = before.filter((each) => !named.includes(each));
    const after = options.remove ? rest : [...before, ...named.filter((each) => !before.includes(each))];
    if (after.length <= MOST_LABELS) return { labels: [...new Set(after)] };
    throw new AssayError('USAGE', `a conversation has at most ${MOST_LABELS} labels`, {
      next: 'Remove some first: `assay sessions label SESSION LABEL --remove`.',
    });
  };
  return change(cli, wanted, options, labelled, (note) =>
    note.labels.length === 0 ? 'has no labels' : `is labelled ${note.labels.join(', ')}`,
  );
};

export const setStatus = (cli: Cli, wanted: string, word: string, options: JsonOption): Promise<number> => {
  const status = SessionStatus.safeParse(word);
  if (!status.success)
    throw new AssayError('USAGE', `there is no status "${word}"`, {
      next: `Choose one: ${SESSION_STATUSES.join(', ')}.`,
    });
  return change(
    cli,
    wanted,
    options,
    () => ({ status: status.data }),
    () => `is ${status.data}`,
  );
};

export const archive = (cli: Cli, wanted: string, archived: boolean, options: JsonOption): Promise<number> =>
  change(
    cli,
    wanted,
    options,
    () => ({ archived }),
    () => (archived ? 'is archived; `assay sessions --archived` lists it' : 'is in the list again'),
  );

async function change(
  { env, screen }: Cli,
  wanted: string,
  { json }: JsonOption,
  patch: (note: SessionNote) => Partial<SessionNote>,
  says: (note: SessionNote, run: ListedRun) => string,
): Promise<number> {
  return withSessions({ env, screen }, async (sessions, runs) => {
    const run = await findChat(runs, wanted);
    const note = sessions.note(run.run, patch);
    if (json) screen.json({ session: run.run, ...note });
    else screen.out(`conversation ${run.run} ${says(note, run)}`);
    return EXIT.done;
  });
}

function parsed<S extends z.ZodType>(schema: S, value: string, what: string): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new AssayError('USAGE', `${what} does not fit: ${z.prettifyError(result.error)}`);
}
