import { resolve } from 'node:path';
import { EXIT } from '#contracts/errors.ts';
import { CHAT_AGENT } from '../../chat/agent-setup.ts';
import { chatWorkflow } from '../../chat/chat-workflow.ts';
import { findProject } from '../../chat/find-project.ts';
import { importSession } from '../../sessions/import-session.ts';
import { readSessionFile } from '../../sessions/session-file.ts';
import { withSessions } from '../../sessions/sessions.ts';
import type { Cli, JsonOption } from '../context.ts';
import { me } from '../me.ts';
import { plural } from '../words.ts';

/** Conversations from files. Each is read whole before anything of it is written. */
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
          `conversation ${session}: ${plural(read.turns.length, 'turn')} from ${name}; it goes on in this folder`,
        );
    }
    if (json) screen.json({ imported });
    return EXIT.done;
  });
}
