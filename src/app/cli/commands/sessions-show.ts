import type { ChatTurn } from '#contracts/chat-turn.ts';
import { EXIT } from '#contracts/errors.ts';
import { titleOfSession } from '#sessions/catalogue/sessions.ts';
import { ChatReader } from '#sessions/chat/chat-reader.ts';
import { chatSummary } from '#sessions/chat/chat-summary.ts';
import { findChat } from '#sessions/chat/read-chat.ts';
import { visible, visibleText } from '../../chat/terminal/visible.ts';
import type { Cli, JsonOption } from '../context.ts';
import type { Screen } from '../screen.ts';
import { withSessions } from '../with-sessions.ts';
import { age, plural } from '../words.ts';

interface ShowOptions extends JsonOption {
  readonly last?: number;
}

export async function showSession({ env, screen }: Cli, wanted: string, options: ShowOptions): Promise<number> {
  return withSessions({ env, screen }, async (sessions, runs) => {
    const run = await findChat(runs, wanted);
    const session = await sessions.one(run);
    const reader = new ChatReader(runs, run.run);
    await reader.look();
    // A message and its answer are read together.
    const { turns, earlier } = await reader.page({ limit: options.last });
    const shown = options.last === undefined ? turns : turns.slice(-options.last);
    const before = earlier + turns.length - shown.length;
    if (options.json) {
      screen.json({ session: chatSummary(session, runs, reader.tally), turns: shown });
      return EXIT.done;
    }
    const { out, paint } = screen;
    const { status, labels } = session.note;
    const facts = [status, ...labels.map((label) => `#${label}`), age(runs.clock.now() - run.updatedAt)];
    out(paint('bold', visible(titleOfSession(session))));
    out(paint('dim', [run.run, plural(before + shown.length, 'turn'), ...facts, session.folder ?? ''].join(' · ')));
    if (before > 0) out(paint('dim', `… ${plural(before, 'turn')} before`));
    for (const turn of shown) tell(screen, turn);
    out(paint('dim', `\ncontinue: assay chat --resume ${run.run}`));
    return EXIT.done;
  });
}

function tell({ out, outAsIs, paint }: Screen, { by, parts, error }: ChatTurn): void {
  out('');
  for (const part of parts) {
    if (part.type === 'text' && by === 'person') outAsIs(paint('cyan', `› ${visibleText(part.text)}`));
    else if (part.type === 'text') outAsIs(visibleText(part.text).trimEnd());
    else if (part.activity.kind !== 'thinking')
      out(
        paint(
          'dim',
          `${part.activity.parent === null ? '' : '  '}· ${visible(part.activity.title)}${outcome(part.activity.state)}`,
        ),
      );
  }
  if (error) out(paint('red', error.message));
}

const outcome = (state: string): string => (state === 'done' ? '' : ` (${state})`);
