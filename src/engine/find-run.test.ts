import { describe, expect, it } from 'vitest';
import { SessionId } from '#contracts/ids.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import type { RunStore } from '#contracts/store.ts';
import { findRun } from './find-run.ts';

/** The newest first, as a store lists them. */
const RUNS = [
  ['talk', 'here', 'chat'],
  ['elsewhere', 'there', 'gated-pr'],
  ['design', 'here', 'hybrid-tdd'],
  ['plan', 'here', 'gated-pr'],
].map(([run, session, name]) => ({ run, session, title: run, graph: { name } }) as unknown as ListedRun);

// Of a store only the list is asked for `last`.
const store = {
  list: async ({ session }: { session?: string } = {}) =>
    RUNS.filter((run) => session === undefined || run.session === session),
} as unknown as RunStore;

describe('C5.5 which run `last` is', () => {
  const here = SessionId.parse('here');
  it('is the newest of this repository and of the right kind, never a conversation', async () => {
    expect((await findRun(store, 'last', { session: here })).run).toBe('design');
    const fits = ({ graph }: ListedRun): boolean => graph.name === 'gated-pr';
    expect((await findRun(store, 'last', { session: here, fits })).run).toBe('plan');
  });

  it('is the newest of all outside of a repository', async () => {
    expect((await findRun(store, 'last')).run).toBe('elsewhere');
  });

  it('is an example, and never another repository’s run, where this one has none', async () => {
    const session = SessionId.parse('new');
    await expect(findRun(store, 'last', { session })).rejects.toMatchObject({ code: 'RUN_UNKNOWN' });
    const example = { ...RUNS[3], run: 'example', session: 'demo', simulated: true } as unknown as ListedRun;
    const list = async ({ session: of }: { session?: string } = {}): Promise<ListedRun[]> =>
      of === undefined ? [...RUNS, example] : [];
    const withExample = { list } as unknown as RunStore;
    expect((await findRun(withExample, 'last', { session })).run).toBe('example');
  });
});
