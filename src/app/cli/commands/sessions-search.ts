import { EXIT } from '#contracts/errors.ts';
import type { SessionHit } from '#contracts/session-note.ts';
import { findChat } from '#sessions/chat/read-chat.ts';
import { visible } from '../../chat/terminal/visible.ts';
import type { Cli, JsonOption } from '../context.ts';
import { withSessions } from '../with-sessions.ts';
import { age, count } from '../words.ts';

interface SearchOptions extends JsonOption {
  readonly in?: string;
  readonly limit: number;
}

export async function searchSessions(
  { env, screen }: Cli,
  words: readonly string[],
  { in: within, limit, json }: SearchOptions,
): Promise<number> {
  return withSessions({ env, screen }, async (sessions, runs) => {
    const run = within === undefined ? undefined : (await findChat(runs, within)).run;
    const progress = (done: number, all: number): void => {
      if (done > 0 && done % 500 === 0) screen.err(`reads ${count(all)} conversations: ${count(done)} done`);
    };
    const hits = await sessions.search({ words: words.join(' '), run, limit, progress });
    if (json) screen.json({ hits });
    else if (hits.length === 0) screen.out('Nothing like that was said.');
    else for (const hit of hits) tell(hit);
    return EXIT.done;

    function tell({ chat, title, by, at, excerpt }: SessionHit): void {
      const { out, paint } = screen;
      const who = by === 'person' ? 'you' : 'agent';
      out(`${chat}  ${visible(title)}  ${paint('dim', `${who}, ${age(runs.clock.now() - at)}`)}`);
      const line = excerpt.map(({ text, hit }) => (hit ? paint('bold', visible(text)) : visible(text)));
      out(`    ${line.join('').replaceAll(/\s+/g, ' ')}`);
    }
  });
}
