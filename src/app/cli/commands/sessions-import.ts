import { resolve } from 'node:path';
import { EXIT } from '#contracts/errors.ts';
import { importSession } from '#sessions/catalogue/import-session.ts';
import { readSessionFile } from '#sessions/catalogue/session-file.ts';
import { CHAT_AGENT } from '#sessions/chat/agent-setup.ts';
import { findProject } from '#sessions/chat/find-project.ts';
import { chatWorkflow } from '../../chat/chat-workflow.ts';
import type { Cli, JsonOption } from '../context.ts';
import { me } from '../me.ts';
import { withSessions } from '../with-sessions.ts';
import { plural } from '../words.ts';

/** Conversations from files. Each is read completely before any of it is written. */
export async function importSessions({ env, screen }: Cli, files: readonly string[], { json }: JsonOption) {
  return withSessions({ env, screen }, async (sessions, runs) => {
    const graph = await chatWorkflow.graph(runs, env);
    if (graph === undefined) throw new Error('conversations have a graph');
    const { folder, project } = await findProject(process.cwd());
    const settings = {
      folder,
      project,
      agent: CHAT_AGENT,
      mode: 'explore',
      backend: 'native',
      model: null,
      unsandboxed: false,
      simulated: false,
    } as const;
    const imported: { readonly file: string; readonly session: string; readonly turns: number }[] = [];
    for (const name of files) {
      const file = resolve(name);
      const read = await readSessionFile(file);
      const session = await importSession({ runs, sessions, graph, settings, me: me() }, read);
      imported.push({ file, session, turns: read.turns.length });
      if (!json)
        screen.out(
          `conversation ${session}: ${plural(read.turns.length, 'turn')} from ${name}; it continues in this folder`,
        );
    }
    if (json) screen.json({ imported });
    return EXIT.done;
  });
}
