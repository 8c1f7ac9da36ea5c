import type { z } from 'zod';
import type { TOPICS, Topic } from '#contracts/http/topics.ts';

/** Messages from a page to the hub. */
export type ToHub =
  | { readonly type: 'key'; readonly key: string | null }
  | { readonly type: 'follow'; readonly id: number; readonly topic: Omit<Topic, 'id'> }
  | { readonly type: 'leave'; readonly id: number }
  /** The server was found again. */
  | { readonly type: 'again' };

/** Messages from the hub to a page. */
export type FromHub =
  | { readonly type: 'message'; readonly id: number; readonly name: string; readonly data: unknown }
  | { readonly type: 'over'; readonly id: number }
  /** The connection broke; it is restored when a page reports that the server is there. */
  | { readonly type: 'broken' };

export interface HubPort {
  send(message: FromHub): void;
}

export type StreamMessage = {
  [Name in keyof typeof TOPICS.events]: {
    readonly event: Name;
    readonly data: z.output<(typeof TOPICS.events)[Name]>;
  };
}[keyof typeof TOPICS.events];

/** Opens the one connection; returns when it ends, throws when it breaks. */
export type OpenStream = (
  topics: readonly Topic[],
  key: string | null,
  signal: AbortSignal,
) => AsyncIterable<StreamMessage>;

interface Followed {
  readonly port: HubPort;
  /** The page's id for it. */
  readonly id: number;
  topic: Topic;
}

/** New topics of a page are combined; ended ones are dropped later. */
const SOON_MS = 15;
const LATER_MS = 500;

/**
 * Everything that the windows of a browser follow, over one connection: browsers allow six to a server, over all
 * windows.
 */
export class StreamHub {
  readonly #open: OpenStream;
  readonly #followed = new Map<number, Followed>();
  #key: string | null = null;
  #next = 1;
  #current: AbortController | null = null;
  #due: ReturnType<typeof setTimeout> | undefined;

  constructor(open: OpenStream) {
    this.#open = open;
  }

  hear(port: HubPort, message: ToHub): void {
    switch (message.type) {
      case 'key':
        this.#key = message.key;
        return;
      case 'follow': {
        const id = this.#next++;
        this.#followed.set(id, { port, id: message.id, topic: { ...message.topic, id } });
        return this.#reopen(SOON_MS);
      }
      case 'leave':
        this.#remove((followed) => followed.port === port && followed.id === message.id);
        return;
      case 'again':
        if (this.#current === null && this.#followed.size > 0) this.#reopen(SOON_MS);
    }
  }

  /** A window was closed. */
  drop(port: HubPort): void {
    this.#remove((followed) => followed.port === port);
  }

  #remove(isGone: (followed: Followed) => boolean): void {
    let removed = false;
    for (const [id, followed] of this.#followed) {
      if (!isGone(followed)) continue;
      this.#followed.delete(id);
      removed = true;
    }
    if (removed) this.#reopen(LATER_MS);
  }

  #reopen(ms: number): void {
    clearTimeout(this.#due);
    this.#due = setTimeout(() => void this.#connect(), ms);
  }

  async #connect(): Promise<void> {
    this.#current?.abort();
    this.#current = null;
    if (this.#followed.size === 0) return;
    const leave = new AbortController();
    this.#current = leave;
    const topics = [...this.#followed.values()].map(({ topic }) => topic);
    try {
      for await (const message of this.#open(topics, this.#key, leave.signal)) {
        if (leave.signal.aborted) return;
        this.#pass(message);
      }
    } catch {
      // Reported below: the page finds out why it broke.
    }
    if (this.#current !== leave) return;
    this.#current = null;
    for (const port of new Set([...this.#followed.values()].map((followed) => followed.port))) {
      port.send({ type: 'broken' });
    }
  }

  #pass({ event, data }: StreamMessage): void {
    const followed = this.#followed.get(data.topic);
    if (!followed) return;
    if (event === 'message') {
      // Where to continue if the connection is restored.
      if (data.id !== null) followed.topic = { ...followed.topic, after: data.id };
      followed.port.send({ type: 'message', id: followed.id, name: data.name, data: data.data });
      return;
    }
    this.#followed.delete(data.topic);
    followed.port.send({ type: 'over', id: followed.id });
  }
}
