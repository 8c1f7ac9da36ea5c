import { EXIT } from '#contracts/errors.ts';
import { findChat } from '#sessions/chat/read-chat.ts';
import { deleteRun } from '../../upkeep/prune.ts';
import type { Cli, JsonOption } from '../context.ts';
import { withSessions } from '../with-sessions.ts';
import { refuseHeld } from './chat-held.ts';

export async function deleteSession({ env, screen }: Cli, wanted: string, { json }: JsonOption): Promise<number> {
  return withSessions({ env, screen }, async (sessions, runs) => {
    const run = await findChat(runs, wanted);
    refuseHeld(run, runs);
    await deleteRun(runs, run, env);
    sessions.forget(run.run);
    if (json) screen.json({ session: run.run, deleted: true });
    else screen.out(`conversation ${run.run} is deleted: ${run.title}`);
    return EXIT.done;
  });
}
