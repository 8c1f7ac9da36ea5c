import { randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { type Connection, openConnection } from './connection.ts';
import type { ReadyShell } from './shell.ts';

/** One client over HTTP: its own server, transport, calls and tickets. */
export interface HttpSession {
  readonly id: string;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly connection: Connection;
  /** Counts an exchange (a request and its answer, or an event stream) until the returned function is called. */
  enter(): () => void;
}

/** The sessions of one HTTP server. An idle one is dropped, with what it runs. */
export class HttpSessions {
  readonly #shell: ReadyShell;
  readonly #sessions = new Map<string, Entry>();
  readonly #ending = new Set<Promise<void>>();
  #closed = false;

  constructor(shell: ReadyShell) {
    this.#shell = shell;
  }

  get size(): number {
    return this.#sessions.size;
  }

  get(id: string): HttpSession | undefined {
    return this.#sessions.get(id)?.session;
  }

  /** A session for a client that wants to initialize; undefined when there is no room. */
  async open(): Promise<HttpSession | undefined> {
    if (this.#closed || !this.#makeRoom()) return undefined;
    const id = randomUUID();
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => id });
    const entry: Entry = { open: 0 };
    this.#sessions.set(id, entry);
    const connection = await openConnection(this.#shell, transport);
    const enter = () => this.#enter(id, entry);
    entry.session = { id, transport, connection, enter };
    connection.closed.then(() => this.#forget(id));
    if (this.#closed) {
      await connection.close();
      return undefined;
    }
    return entry.session;
  }

  /** Removes the session at once; what it runs ends in its own time. */
  end(id: string, why: string): void {
    const session = this.get(id);
    this.#forget(id);
    if (session === undefined) return;
    this.#shell.log.info('An MCP session ended.', { session: id, why });
    const ending = session.connection.close().finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const id of [...this.#sessions.keys()]) this.end(id, 'the server closes');
    await Promise.all(this.#ending);
  }

  #enter(id: string, entry: Entry): () => void {
    entry.open += 1;
    entry.cancelIdle?.();
    let left = false;
    return () => {
      if (left) return;
      left = true;
      entry.open -= 1;
      if (entry.open === 0 && this.#sessions.has(id)) this.#rest(id, entry);
    };
  }

  #rest(id: string, entry: Entry): void {
    // Re-inserted, so that the map's order is the order of last use.
    this.#sessions.delete(id);
    this.#sessions.set(id, entry);
    entry.cancelIdle = this.#shell.clock.after(this.#shell.limits.idleSessionMs, () => this.end(id, 'idle'));
  }

  #makeRoom(): boolean {
    if (this.#sessions.size < this.#shell.limits.sessions) return true;
    const idle = [...this.#sessions].find(([, entry]) => entry.session !== undefined && entry.open === 0);
    if (idle === undefined) return false;
    this.end(idle[0], 'room was needed for a new session');
    return true;
  }

  #forget(id: string): void {
    this.#sessions.get(id)?.cancelIdle?.();
    this.#sessions.delete(id);
  }
}

interface Entry {
  /** Absent while the session is being made. */
  session?: HttpSession;
  /** Exchanges in progress. */
  open: number;
  cancelIdle?: () => void;
}
