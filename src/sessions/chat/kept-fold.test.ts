import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { RunId, Seq, WorkerId } from '#contracts/ids.ts';
import type { RunStore } from '#contracts/store.ts';
import { MemoryStore } from '#engine/log/memory-store.ts';
import type { Runs } from '#engine/runs.ts';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { type ImportedAppend, importedLog } from '../catalogue/imported-log.ts';
import { ChatFold, payloadOf } from './chat-fold.ts';
import { chatGraph } from './chat-graph.ts';
import { readChat } from './read-chat.ts';

const RUN = RunId.parse('r0aaaaaaaaaaaa');
const EXCHANGES = 600;
const settings = {
  ...{ folder: '/p', project: '/p', agent: 'chat', mode: 'explore' as const, backend: 'native', model: null },
  ...{ unsandboxed: false, simulated: false },
};
const graph = chatGraph({ isWithdrawn: async () => false, takeTurn: () => Promise.reject(new Error('nobody asks')) });
const appends: ImportedAppend[] = [];

beforeAll(async () => {
  const exchanges = Array.from({ length: EXCHANGES }, (_, no) => ({ at: no, text: `message ${no}`, answer: null }));
  const told = { run: RUN, title: 'long', simulated: false, createdAt: 0, settings, by: 'me', exchanges };
  for await (const append of importedLog(graph, told, (value) => ({ inline: value }))) appends.push(append);
});

/** A log of so many of the appends, in a home of its own or in that of another, and how many events were read from it. */
async function logOf(count: number, root = tempFolder(), text = '') {
  const store = new MemoryStore();
  const [first, ...rest] = appends.slice(0, count);
  if (first === undefined) throw new Error('a log has a beginning');
  const lease = await store.create(RUN, first.events, first.at, WorkerId.parse('w1'), 60_000);
  let after = Seq.parse(first.events.length);
  for (const { events, at } of rest) after = await store.append(lease, after, events, at + text.length);
  let read = 0;
  const counted: Pick<RunStore, 'read' | 'header'> = {
    header: (run) => store.header(run),
    async *read(run, from) {
      for await (const event of store.read(run, from)) {
        read += 1;
        yield event;
      }
    },
  };
  const runs = { store: counted, home: { root }, blobs: {} } as unknown as Pick<Runs, 'store' | 'blobs' | 'home'>;
  return { runs, root, events: after as number, read: () => read };
}

/** What the whole log comes to. */
async function whole(count: number): Promise<ReturnType<ChatFold['folded']>> {
  const { runs } = await logOf(count);
  const fold = new ChatFold();
  for await (const event of runs.store.read(RUN)) {
    const payload = payloadOf(event);
    fold.add(event, payload !== null && 'inline' in payload ? payload.inline : null);
  }
  return fold.folded();
}

describe('C5.9 a long conversation', () => {
  it('is opened from its saved state, with the same result as from its whole log', async () => {
    const first = await logOf(appends.length - 40);
    await readChat(first.runs, RUN);
    const grown = await logOf(appends.length, first.root);
    const fold = await readChat(grown.runs, RUN);
    expect(fold.folded()).toEqual(await whole(appends.length));
    expect(fold.exchanges).toHaveLength(EXCHANGES);
    expect(grown.read()).toBeLessThan(300);
    expect(first.read()).toBeGreaterThan(3_000);
  });

  it('is read whole if the log is another or was cut, or the saved state is damaged', async () => {
    const { root, runs } = await logOf(appends.length);
    await readChat(runs, RUN);
    const cut = await logOf(appends.length - 40, root);
    expect((await readChat(cut.runs, RUN)).folded()).toEqual(await whole(appends.length - 40));
    await readChat(runs, RUN);
    const other = await logOf(appends.length, root, 'later');
    await readChat(other.runs, RUN);
    expect(other.read()).toBeGreaterThan(3_000);
    const file = join(root, 'transcripts', RUN, 'folded.json');
    for (const text of ['', '{"v":0}', readFileSync(file, 'utf8').slice(0, -9)]) {
      writeFileSync(file, text);
      const again = await logOf(appends.length, root);
      expect((await readChat(again.runs, RUN)).folded()).toEqual(await whole(appends.length));
    }
  });
});
