import { readFile } from 'node:fs/promises';
import { transcriptPath } from '#attempts/transcripts/transcripts.ts';
import { TranscriptLine } from '#contracts/http/transcript-routes.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import type { Home } from '#host/home.ts';
import type { Transcripts } from './spans-of-run.ts';

/** The stored transcripts of all attempts in a run's events. */
export async function transcriptsOf(home: Pick<Home, 'root'>, events: readonly RunEvent[]): Promise<Transcripts> {
  const run = events.find((event) => event.type === 'run.created')?.data.run ?? '';
  const kept = new Map<string, TranscriptLine[]>();
  for (const { type, data } of events) {
    if (type !== 'node.started') continue;
    const text = await readFile(transcriptPath(home, run, data.act, data.attempt), 'utf8').catch(() => '');
    if (text !== '') kept.set(`${data.act} ${data.attempt}`, linesOf(text));
  }
  return (act, attempt) => kept.get(`${act} ${attempt}`) ?? [];
}

/** A line that was being written when its process died is incomplete. */
const linesOf = (text: string): TranscriptLine[] =>
  text.split('\n').flatMap((line) => {
    try {
      return [TranscriptLine.parse(JSON.parse(line))];
    } catch {
      return [];
    }
  });
