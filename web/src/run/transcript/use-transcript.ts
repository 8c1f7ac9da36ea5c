import { useContext, useEffect, useMemo } from 'react';
import type { AgentUsage } from '#contracts/agent.ts';
import type { TranscriptPage } from '#contracts/http/transcript-routes.ts';
import { useVisible } from '../../api/visibility.ts';
import { Store, useStore } from '../../lib/store.ts';
import { SourceContext } from '../source.tsx';
import { type Entry, TranscriptFold } from './transcript-fold.ts';

export interface Transcript {
  readonly entries: readonly Entry[];
  readonly usage: AgentUsage | null;
  /** Everything available at the request has been read. */
  readonly complete: boolean;
  /** The attempt is in progress. */
  readonly live: boolean;
  /** Null while nothing is known. */
  readonly kept: boolean | null;
  readonly error: string | null;
}

const NOTHING: Transcript = { entries: [], usage: null, complete: false, live: false, kept: null, error: null };
const LOOK_MS = 400;
const AGAIN_MS = 2_000;

/** What an agent did in an attempt, page by page, with live updates. `fresh`: a reason to look again. */
export function useTranscript(run: string, act: string, attempt: number, fresh: string): Transcript {
  const { transcript } = useContext(SourceContext);
  const feed = useMemo(() => new TranscriptFeed(), [run, act, attempt]);
  const visible = useVisible();
  useEffect(() => {
    if (!visible || !transcript) return;
    const leave = new AbortController();
    void feed.follow((from) => transcript(run, act, attempt, from, leave.signal), leave.signal);
    return () => leave.abort();
  }, [feed, visible, transcript, run, act, attempt, fresh]);
  return useStore(feed.snapshot);
}

class TranscriptFeed {
  readonly snapshot = new Store<Transcript>(NOTHING);
  readonly #fold = new TranscriptFold();
  #next = 0;

  /** Until the attempt is over and everything is loaded. Polled rather than streamed: a browser has few connections. */
  async follow(page: (from: number) => Promise<TranscriptPage>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const got = await page(this.#next).catch((thrown: unknown) => thrown);
      if (signal.aborted) return;
      if (!isPage(got)) {
        const error = got instanceof Error ? got.message : String(got);
        this.snapshot.set({ ...this.snapshot.get(), error });
        await pause(AGAIN_MS, signal);
        continue;
      }
      this.#take(got);
      if (got.more) continue;
      if (!got.live) return;
      await pause(LOOK_MS, signal);
    }
  }

  #take({ lines, next, more, live, kept }: TranscriptPage): void {
    for (const line of lines) this.#fold.add(line);
    this.#next = next;
    const before = this.snapshot.get();
    const same = lines.length === 0 && before.live === live && before.kept === kept && before.complete === !more;
    if (same && before.error === null) return;
    const { entries, usage } = this.#fold;
    this.snapshot.set({ entries, usage, complete: !more, live, kept, error: null });
  }
}

const isPage = (got: unknown): got is TranscriptPage =>
  got !== null && typeof got === 'object' && 'lines' in got && 'next' in got;

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
