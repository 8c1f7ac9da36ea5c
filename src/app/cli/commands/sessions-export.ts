import { resolve } from 'node:path';
import { EXIT } from '#contracts/errors.ts';
import { writeFileAtomic } from '#host/atomic-file.ts';
import { redactor } from '#host/redact.ts';
import { sessionLines } from '#sessions/catalogue/session-file.ts';
import { sessionPage } from '#sessions/catalogue/session-page.ts';
import { ChatReader } from '#sessions/chat/chat-reader.ts';
import { findChat } from '#sessions/chat/read-chat.ts';
import { hideHome } from '../../server/export/hide-home.ts';
import type { Cli, JsonOption } from '../context.ts';
import { withSessions } from '../with-sessions.ts';
import { plural } from '../words.ts';

/** A conversation as a file: one that can be imported, or a page that opens in any browser. */
export async function exportSession({ env, screen }: Cli, wanted: string, to: string, { json }: JsonOption) {
  return withSessions({ env, screen }, async (sessions, runs) => {
    const run = await findChat(runs, wanted);
    const reader = new ChatReader(runs, run.run);
    await reader.look();
    const session = await sessions.one(run);
    const { turns } = await reader.page();
    const file = resolve(to);
    const isPage = /\.html?$/i.test(file);
    // A file may be passed on: it contains neither secrets nor names of the machine or its user.
    const clean = hideHome(redactor({}, env), env, runs.home);
    const lines = [...sessionLines(session, turns, clean)];
    await writeFileAtomic(file, isPage ? sessionPage(lines) : lines.join(''));
    if (json) screen.json({ session: run.run, file, turns: turns.length });
    else
      screen.out(
        `${plural(turns.length, 'turn')} of conversation ${run.run} in ${file}; ${isPage ? 'it opens in any browser' : '`assay sessions import` reads it'}`,
      );
    return EXIT.done;
  });
}
