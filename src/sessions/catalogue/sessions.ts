import { dirname, join } from 'node:path';
import { CHAT } from '#contracts/chat-turn.ts';
import { RunId } from '#contracts/ids.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import type { SessionHit, SessionNote, SessionPatch } from '#contracts/session-note.ts';
import { NO_NOTE } from '#contracts/session-note.ts';
import type { Runs } from '#engine/runs.ts';
import type { SqliteDatabase } from '#host/sqlite-database.ts';
import { folderOf, indexNewEvents } from './index-new-events.ts';
import { SaidIndex } from './said-index.ts';
import { SessionNotes } from './session-notes.ts';
import { openSessionsDatabase } from './sessions-database.ts';

export interface ListedSession {
  readonly run: ListedRun;
  readonly note: SessionNote;
  readonly folder: string | null;
}

export interface SessionSearch {
  readonly words: string;
  readonly run?: RunId | undefined;
  readonly limit?: number | undefined;
  /** Called while conversations that have grown are indexed. */
  progress?(done: number, all: number): void;
}

const MOST_HITS = 50;

/** The person's conversations as a collection: their notes, and a search of their text. */
export class Sessions {
  readonly #runs: Runs;
  readonly #db: SqliteDatabase;
  readonly #notes: SessionNotes;
  readonly #index: SaidIndex;

  /** @param warn called if the file was damaged and a new one begun */
  constructor(runs: Runs, warn: (line: string) => void) {
    this.#runs = runs;
    const file = join(dirname(runs.home.database), 'sessions.db');
    const { db, setAside } = openSessionsDatabase(file, runs.clock.now());
    if (setAside !== undefined) warn(lostNotes(setAside));
    this.#db = db;
    this.#notes = new SessionNotes(this.#db);
    this.#index = new SaidIndex(this.#db);
  }

  /** Newest first. Reads only headers, and for a conversation that is new here the first event too. */
  async list(): Promise<ListedSession[]> {
    // Notes before runs: a conversation that begins in between has no note that would look like a leftover.
    const notes = this.#notes.all();
    const known = this.#index.state();
    const chats = (await this.#runs.store.list()).filter(({ graph }) => graph.name === CHAT);
    this.#forgetDeleted(chats, [...notes.keys(), ...known.keys()]);
    const folders = await this.#learnFolders(chats.filter(({ run }) => !known.has(run)));
    return chats.map((run) => ({
      run,
      note: notes.get(run.run) ?? NO_NOTE,
      folder: known.get(run.run)?.folder ?? folders.get(run.run) ?? null,
    }));
  }

  async one(run: ListedRun): Promise<ListedSession> {
    const known = this.#index.state(run.run).get(run.run);
    const folder = known ? known.folder : ((await this.#learnFolders([run])).get(run.run) ?? null);
    return { run, note: this.#notes.of(run.run), folder };
  }

  note(run: RunId, patch: SessionPatch | ((note: SessionNote) => SessionPatch)): SessionNote {
    return this.#notes.change(run, typeof patch === 'function' ? patch : () => patch);
  }

  async search({ words, run, limit = MOST_HITS, progress }: SessionSearch): Promise<SessionHit[]> {
    const sessions = await this.list();
    const known = this.#index.state();
    const grown = sessions.filter(({ run: { run: id, head } }) => head > (known.get(id)?.head ?? 0));
    const wanted = run === undefined ? grown : grown.filter((session) => session.run.run === run);
    for (const [done, { run: header }] of wanted.entries()) {
      progress?.(done, wanted.length);
      await indexNewEvents(this.#runs, this.#index, header.run, known.get(header.run)?.head ?? 0);
    }
    const titles = new Map(sessions.map((session) => [session.run.run as string, titleOfSession(session)]));
    const hits = this.#index.search({ words, run, limit: limit + HIDDEN });
    // A conversation deleted by another process stays in the index until it is found missing.
    for (const { chat } of hits) if (!titles.has(chat)) this.forget(chat as RunId);
    return hits
      .flatMap((hit) => {
        const title = titles.get(hit.chat);
        return title === undefined ? [] : [{ ...hit, title }];
      })
      .slice(0, limit);
  }

  forget(run: RunId): void {
    this.#notes.forget(run);
    this.#index.forget(run);
  }

  close(): void {
    this.#db.close();
  }

  /** What another process deleted, for instance by `assay prune`. */
  #forgetDeleted(chats: readonly ListedRun[], noted: readonly string[]): void {
    const there = new Set<string>(chats.map(({ run }) => run));
    for (const run of new Set(noted)) if (!there.has(run)) this.forget(RunId.parse(run));
  }

  async #learnFolders(chats: readonly ListedRun[]): Promise<Map<RunId, string | null>> {
    const folders = new Map<RunId, string | null>();
    for (const { run } of chats) folders.set(run, await folderOf(this.#runs, run));
    if (folders.size > 0) this.#index.begin(folders);
    return folders;
  }
}

/** Read beyond the limit, for matches that no longer exist. */
const HIDDEN = 50;

export const titleOfSession = ({ run, note }: Pick<ListedSession, 'run' | 'note'>): string => note.title ?? run.title;

const lostNotes = (setAside: string): string =>
  `Titles, labels and statuses of conversations were lost: their file was damaged. It is kept as ${setAside}. Nothing that was said is lost.`;
