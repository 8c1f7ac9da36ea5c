import { describe, expect, it } from 'vitest';
import type { BlobStore } from '#contracts/blobs.ts';
import { RunId } from '#contracts/ids.ts';
import type { Json } from '#contracts/json.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import { GATED_PR, HYBRID_TDD } from '#contracts/workflow-names.ts';
import { Merges } from './merges.ts';

const DAY = 86_400_000;
const NO_BLOBS: BlobStore = {
  put: () => Promise.reject(new Error('nothing is put here')),
  get: () => Promise.reject(new Error('it is gone')),
} as Partial<BlobStore> as BlobStore;

/** A run whose log can grow; counts the events that were read. */
function logOf(name: string, graph: string) {
  const events: RunEvent[] = [];
  const run = RunId.parse(name);
  const header = { run, title: `the plan of ${name}`, graph: { name: graph }, createdAt: 1, updatedAt: 30 * DAY };
  return {
    header: header as Partial<ListedRun> as ListedRun,
    events,
    add(at: number, type: string, data: unknown) {
      events.push({ seq: events.length + 1, at, v: 1, type, data } as unknown as RunEvent);
    },
    merges(at: number, finished: readonly Json[]) {
      this.add(at - 1, 'effect.done', { act: 'act#1', key: '3:merge', result: { inline: null } });
      this.add(at, 'node.scheduled', { act: 'attempt#2', node: 'attempt', input: { inline: { state: { finished } } } });
    },
  };
}

type Log = ReturnType<typeof logOf>;
const read: number[] = [];
const storeOf = (...logs: readonly Log[]) => ({
  async *read(run: RunId, from = 1) {
    for (const event of logs.find(({ header }) => header.run === run)?.events.slice(from - 1) ?? []) {
      read.push(event.seq);
      yield event;
    }
  },
});

const A = { title: 'feat: a', commit: 'a1', merge: 'a2' };
const B = { title: 'fix: b', commit: 'b1', merge: 'b2' };

describe('C10.25 what runs have merged', () => {
  it('is listed with its time, newest first; of a log that has grown only the new part is read', async () => {
    const log = logOf('r1', GATED_PR);
    const merges = new Merges(storeOf(log), NO_BLOBS);
    log.add(1, 'node.scheduled', { act: 'attempt#1', node: 'attempt', input: { inline: { state: { finished: [] } } } });
    log.merges(29 * DAY, [A]);
    const told = () =>
      merges.since([log.header], 20 * DAY).then((all) => all.map(({ title, commit, at }) => [title, commit, at]));
    expect(await told()).toEqual([['feat: a', 'a2', 29 * DAY]]);
    log.add(30 * DAY, 'run.ended', { ending: { status: 'completed', output: { inline: { finished: [A, B] } } } });
    read.length = 0;
    expect(await told()).toEqual([
      ['fix: b', 'b2', 30 * DAY],
      ['feat: a', 'a2', 29 * DAY],
    ]);
    expect(read).toEqual([4]);
  });

  it('is listed once, although a fork has it in its log too, and not if it is too old', async () => {
    const [log, fork] = [logOf('r1', GATED_PR), logOf('r2', GATED_PR)];
    for (const each of [log, fork]) each.merges(10 * DAY, [A]);
    for (const each of [log, fork]) each.merges(25 * DAY, [A, B]);
    const merges = new Merges(storeOf(log, fork), NO_BLOBS);
    const all = await merges.since([log.header, fork.header], 20 * DAY);
    expect(all.map(({ run, commit }) => [run, commit])).toEqual([['r1', 'b2']]);
  });

  it('of hybrid TDD is listed once it landed; refused merges, and those whose content is gone, are left out', async () => {
    const [tdd, gated] = [logOf('r1', HYBRID_TDD), logOf('r2', GATED_PR)];
    tdd.add(30 * DAY, 'run.ended', { ending: { status: 'completed', output: { inline: { landed: 'c2' } } } });
    gated.merges(29 * DAY, []);
    gated.add(30 * DAY, 'run.ended', {
      ending: { status: 'completed', output: { blob: 'f'.repeat(64), bytes: 9, preview: '' } },
    });
    const all = await new Merges(storeOf(tdd, gated), NO_BLOBS).since([tdd.header, gated.header], 0);
    expect(all.map(({ title, commit }) => [title, commit])).toEqual([['the plan of r1', 'c2']]);
  });
});
