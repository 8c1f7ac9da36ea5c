import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { transcriptPath } from '#attempts/transcripts/transcripts.ts';
import type { RunId } from '#contracts/ids.ts';
import { Seq } from '#contracts/ids.ts';
import { SessionTitle } from '#contracts/session-note.ts';
import { driverId } from '#engine/drive/driver-id.ts';
import { newRunId } from '#engine/drive/runs.ts';
import type { Graph } from '#engine/graph/graph.ts';
import { intoLog } from '#engine/payloads.ts';
import type { Runs } from '#engine/runs.ts';
import { makeFolder } from '#host/make-folder.ts';
import { UNNAMED } from '../chat/chat-title.ts';
import type { ChatSettings } from '../chat/chat-types.ts';
import { KEPT_EVERY } from '../chat/kept-fold.ts';
import { readChat } from '../chat/read-chat.ts';
import { exchangesOf } from './exchanges-of.ts';
import { importedEvents } from './imported-events.ts';
import { type ImportedAppend, importedLog } from './imported-log.ts';
import type { ReadSession } from './session-file.ts';
import type { Sessions } from './sessions.ts';

export interface ImportDeps {
  readonly runs: Runs;
  readonly sessions: Sessions;
  readonly graph: Graph;
  /** Where the conversation is continued. The file cannot decide what runs here. */
  readonly settings: ChatSettings;
  readonly me: string;
}

const LEASE_MS = 60_000;

/** A conversation from a file: from now on one of the person's own, which can be continued. */
export async function importSession(deps: ImportDeps, { header, turns }: ReadSession): Promise<RunId> {
  const { runs, sessions, graph, settings, me } = deps;
  const { store, blobs, clock, worker, home } = runs;
  const run = newRunId(clock.now());
  const title = SessionTitle.safeParse(header.title.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 200));
  const told = {
    run,
    title: title.success ? title.data : UNNAMED,
    simulated: header.simulated,
    createdAt: header.createdAt,
    settings: { ...settings, simulated: header.simulated },
    by: me,
    exchanges: exchangesOf(turns),
  };
  const appends: ImportedAppend[] = [];
  for await (const append of importedLog(graph, told, (value) => intoLog(value, blobs))) appends.push(append);
  for (const { answered } of appends) if (answered) await writeTranscript(home, run, answered);
  const [first, ...rest] = appends;
  if (!first) throw new Error('a log has a beginning');
  const lease = await store.create(run, first.events, first.at, driverId(worker), LEASE_MS);
  let after = first.events.length;
  // Requested at once, in order: the store writes waiting requests together.
  const written = rest.map(({ events, at }) => {
    const appended = store.append(lease, Seq.parse(after), events, at);
    after += events.length;
    return appended;
  });
  await Promise.all(written);
  await store.release(lease);
  // The fold of a long conversation is stored, so that it opens at once.
  if (after >= KEPT_EVERY) await readChat(runs, run);
  sessions.note(run, { labels: header.labels, status: header.status, readAt: clock.now() });
  return run;
}

/** The actions of an answer. An answer without any is in the log itself. */
async function writeTranscript(
  home: Runs['home'],
  run: RunId,
  { act, answer }: NonNullable<ImportedAppend['answered']>,
): Promise<void> {
  if (answer.parts.every(({ type }) => type === 'text') && answer.parts.length < 2) return;
  const path = transcriptPath(home, run, act, 1);
  await makeFolder(dirname(path));
  const lines = importedEvents(answer.parts, answer.at).map((line) => `${JSON.stringify(line)}\n`);
  await writeFile(path, lines.join(''), { mode: 0o600 });
}
