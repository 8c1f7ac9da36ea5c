import type { BlobStore } from '#contracts/blobs.ts';
import type { Payload } from '#contracts/payload.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import type { NodeView } from '#contracts/run-view.ts';
import { DecidedPermit, PERMIT_ASKED_SIGNAL, PERMIT_SIGNAL, PermitAsked } from '#contracts/signals.ts';

export type OpenPermit = PermitAsked & { readonly at: number };

/** The permission questions of a run, from its log. */
export class OpenPermits {
  readonly #asked: { readonly at: number; readonly payload: Payload }[] = [];
  readonly #decided = new Map<string, DecidedPermit>();
  readonly #settled = new Set<string>();

  /** How many there ever were: if none, nothing has to be read. */
  get asked(): number {
    return this.#asked.length;
  }

  add(event: RunEvent): void {
    if (event.type !== 'signal.received') return;
    const { signal, payload } = event.data;
    if (signal === PERMIT_ASKED_SIGNAL) this.#asked.push({ at: event.at, payload });
    if (signal !== PERMIT_SIGNAL || !('inline' in payload)) return;
    const decided = DecidedPermit.safeParse(payload.inline);
    if (decided.success && !this.#decided.has(decided.data.request)) {
      this.#decided.set(decided.data.request, decided.data);
    }
  }

  /** Answered by this process; the log will say so in a moment. */
  settle(id: string): void {
    this.#settled.add(id);
  }

  decisionOn(id: string): DecidedPermit | undefined {
    return this.#decided.get(id);
  }

  /** Questions that an attempt waits for now. One whose attempt has ended is no longer open. */
  async open(nodes: readonly NodeView[], now: number, blobs: BlobStore): Promise<OpenPermit[]> {
    const open: OpenPermit[] = [];
    for (const { at, payload } of this.#asked) {
      const asked = await askedIn(payload, blobs);
      if (asked && this.#isOpen(asked, nodes, now)) open.push({ ...asked, at });
    }
    return open;
  }

  /** The same synchronously, for a snapshot: without those that are too large for the log. */
  openNow(nodes: readonly NodeView[], now: number): OpenPermit[] {
    return this.#asked.flatMap(({ at, payload }) => {
      const asked = 'inline' in payload ? PermitAsked.safeParse(payload.inline).data : undefined;
      return asked && this.#isOpen(asked, nodes, now) ? [{ ...asked, at }] : [];
    });
  }

  #isOpen({ id, act, attempt, until }: PermitAsked, nodes: readonly NodeView[], now: number): boolean {
    if (this.#decided.has(id) || this.#settled.has(id) || until <= now) return false;
    return nodes.some((node) => node.act === act && node.state === 'running' && node.attempts === attempt);
  }
}

/** Null where it cannot be read: what cannot be shown cannot be allowed, and it expires. */
async function askedIn(payload: Payload, blobs: BlobStore): Promise<PermitAsked | null> {
  try {
    const value: unknown =
      'inline' in payload
        ? payload.inline
        : 'blob' in payload
          ? JSON.parse(Buffer.from(await blobs.get(payload.blob)).toString('utf8'))
          : null;
    return PermitAsked.safeParse(value).data ?? null;
  } catch {
    return null;
  }
}
