import { describe, expect, it } from 'vitest';
import { SHOP, testProject } from '../testing/project.ts';
import type { RunHistory } from './entry.ts';
import { forgetRun, promote, recordRun } from './record-run.ts';
import { searchCommits } from './search-commits.ts';
import { searchHistory } from './search-history.ts';

const RUN: RunHistory = {
  ...{ run: 'run-1', title: 'Carts', workflow: 'gated-pr', outcome: 'completed', at: 5_000 },
  entries: [
    {
      key: '1',
      kind: 'failure',
      name: 'RED_VACUOUS',
      text: 'RED totals was refused. RED_VACUOUS: it passes',
      at: 1_000,
      files: ['src/cart.ts'],
    },
    { key: '2', kind: 'decision', name: 'RED totals', text: 'RED totals was accepted', at: 2_000, resolves: ['1'] },
  ],
};

describe('K9 history', () => {
  it('K9.1 K9.3 is recorded once however often a log is read, with what fixed a failure and the code it was about', async () => {
    const knowledge = testProject(SHOP).open(() => 10_000);
    await knowledge.index();
    recordRun(knowledge.store, RUN);
    recordRun(knowledge.store, RUN);
    const [failure, ...others] = searchHistory(knowledge, { words: 'vacuous totals', kinds: ['failure'] });
    expect(others).toEqual([]);
    expect(failure).toMatchObject({ at: 1_000, run: 'run-1', source: 'run-1', trust: 0.9, files: ['src/cart.ts'] });
    expect(failure?.resolution).toBe('RED totals was accepted');
    const [edge] = knowledge.store.edges(failure?.id ?? 0, 'out', ['modified']);
    expect(knowledge.store.byId(edge?.target ?? 0)?.path).toBe('src/cart.ts');
    expect(searchHistory(knowledge, { kinds: ['failure', 'decision'] }).map(({ at }) => at)).toEqual([2_000, 1_000]);
  });

  it('K9.5 knows workflows and their runs, each entry tagged with its run, and is read from any run', () => {
    const { store, ...rest } = testProject().open(() => 10_000);
    const knowledge = { ...rest, store, now: () => 10_000 } as never;
    recordRun(store, RUN);
    recordRun(store, { ...RUN, run: 'run-2', title: 'Prices' });
    const workflow = store.byKey('workflow:gated-pr');
    const runs = store.edges(workflow?.id ?? 0, 'out', ['contains']).map(({ target }) => store.byId(target)?.session);
    expect(runs).toEqual(['run-1', 'run-2']);
    const tagged = (session?: string) =>
      searchHistory(knowledge, { words: 'totals', ...(session ? { session } : {}) }).map(({ run }) => run);
    expect(new Set(tagged())).toEqual(new Set(['run-1', 'run-2']));
    expect(new Set(tagged('run-2'))).toEqual(new Set(['run-2']));
  });

  it('K9.2 is deleted with its run, except what a person shared with everyone', () => {
    const knowledge = testProject().open(() => 10_000);
    recordRun(knowledge.store, RUN);
    const [failure] = searchHistory(knowledge, { kinds: ['failure'] });
    promote(knowledge.store, failure?.id ?? 0);
    expect(forgetRun(knowledge.store, 'run-1')).toBe(2);
    expect(searchHistory(knowledge, { kinds: ['failure', 'decision'] })).toMatchObject([
      { kind: 'failure', run: null, trust: 0.95 },
    ]);
    expect(searchHistory(knowledge, { words: 'accepted' })).toEqual([]);
  });

  it('K9.1 past commits are found by the words of their subjects, the rarest words first', async () => {
    const project = testProject(SHOP);
    project.commit('feat: carts');
    for (const subject of ['fix(cart): memory leak of totals', 'docs: totals', 'fix: a leak in prices']) {
      project.write({ 'src/cart.ts': `// ${subject}\n` });
      project.commit(subject);
    }
    const knowledge = project.open();
    await knowledge.index();
    const found = (words: string, limit = 10) =>
      searchCommits(knowledge.store, words, limit).map(({ subject }) => subject);
    expect(found('where do totals leak memory?')).toEqual(['fix(cart): memory leak of totals']);
    expect(found('leaking')).toHaveLength(2);
    expect(found('websocket')).toEqual([]);
    expect(found('', 2)).toHaveLength(2);
    expect(searchCommits(knowledge.store, 'prices', 1)).toMatchObject([{ files: ['src/cart.ts'] }]);
  });
});
