import { describe, expect, it } from 'vitest';
import { Firewall } from '../firewall/firewall.ts';
import { resolve } from '../resolve/resolve.ts';
import type { NewNode } from '../store/node-types.ts';
import { SHOP, testProject } from '../testing/project.ts';
import { invalidateSource } from '../trust/trust.ts';
import { conflictsOf, findConflicts, openConflicts, RESOLUTIONS, resolveConflict } from './conflicts.ts';
import { disagree } from './disagree.ts';

const DAY = 86_400_000;
const note = (key: string, text: string, more: Partial<NewNode> = {}): NewNode => ({
  ...{ key, domain: 'history', kind: 'pattern', name: text, text, trust: 'inference' },
  ...more,
});

describe('K6 conflicts', () => {
  it.each([
    ['the cart total includes the discount', 'the cart total does not include the discount', true],
    ['a lease lasts 10 seconds by default', 'a lease lasts 30 seconds by default', true],
    ['the reload option is enabled for tests', 'the reload option is disabled for tests', true],
    ['requests are sent before the flush of the queue', 'requests are sent after the flush of the queue', true],
    ['the cart total includes the discount', 'the cart total includes the discount of the day', false],
    ['a lease lasts 10 seconds by default', 'a retry waits 30 seconds at most', false],
    ['never call flush twice', 'do not call flush twice', false],
  ])('K6.1 %s / %s', (a, b, clash) => {
    expect(disagree(a, b) !== null).toBe(clash);
    expect(disagree(b, a) !== null).toBe(clash);
  });

  it('K6.2 K6.4 finds notes that cannot both be so, by time where time explains it, and settles them as asked', () => {
    for (const [how, stale] of [
      ['keep_newer', ['a']],
      ['keep_trusted', ['b']],
      ['keep_both', []],
      ['mark_stale', ['a']],
      ['human', []],
    ] as const) {
      const knowledge = testProject().open(() => 3 * DAY);
      const put = (each: NewNode): number => knowledge.store.put(each, { kind: 'user', id: 'me', confidence: 1 });
      const a = put(note('a', 'a lease lasts 10 seconds by default', { at: 0, trust: 'user' }));
      const b = put(note('b', 'a lease lasts 30 seconds by default', { at: 2 * DAY }));
      const found = findConflicts(knowledge, knowledge.store.byId(b) ?? fail());
      expect(found).toMatchObject([{ kind: 'temporal', a, b }]);
      resolveConflict(knowledge, found[0]?.id ?? 0, how);
      expect(openConflicts(knowledge)).toHaveLength(how === 'human' ? 1 : 0);
      const old = ['a', 'b'].filter((key) => knowledge.store.byKey(key)?.stale);
      expect([how, old]).toEqual([how, stale]);
    }
    expect(RESOLUTIONS).toHaveLength(5);
  });

  it('K6.3 K7.5 notices that the code moved on under a fact, marks it in answers, and leaves it out when asked', async () => {
    const project = testProject(SHOP);
    const knowledge = project.open();
    await knowledge.index();
    const wall = new Firewall(knowledge.store, project.root, knowledge.now);
    const told = wall.submit({
      ...{ statement: 'priceOf applies the discount', by: 'm' },
      references: [{ kind: 'edge', edge: 'calls', from: 'priceOf', to: 'applyDiscount' }],
    });
    expect(told.outcome).toBe('stored');
    const ask = (conflicts: 'in' | 'out') =>
      resolve(knowledge, 'who applies the discount', { conflicts, domains: ['history'], withoutCache: true }).text;
    expect(ask('in')).toContain('priceOf applies the discount');
    expect(ask('in')).not.toContain('DISPUTED');
    project.write({
      'src/prices.ts':
        'export function priceOf(item: string): number {\n  return 1;\n}\nexport function applyDiscount() {}\n',
    });
    await knowledge.index();
    expect(ask('in')).toMatch(/DISPUTED: priceOf does not call applyDiscount/);
    expect(ask('out')).not.toContain('applies the discount');
  });

  it('K5.4 marks a note stale when it is shown, and the next reading of changed code finds it without being asked', async () => {
    const project = testProject(SHOP);
    const knowledge = project.open();
    await knowledge.index();
    const { store } = knowledge;
    const wall = new Firewall(store, project.root, Date.now);
    wall.submit({
      statement: '`applyDiscount` is pure',
      references: [{ kind: 'symbol', name: 'applyDiscount' }],
      by: 'm',
    });
    const stale = () => store.search('applyDiscount', { domain: 'history' }).map(({ node }) => node.stale);
    expect(stale()).toEqual([false]);
    project.write({ 'src/prices.ts': 'export function priceOf() { return 1; }\n' });
    await knowledge.index();
    expect(stale()).toEqual([true]);
    store.db.run('UPDATE nodes SET stale = 0');
    resolve(knowledge, 'how does applyDiscount work', { withoutCache: true });
    expect(stale()).toEqual([true]);
  });

  it('K6.2 K6.3 searches all notes for contradictions when a fact is stored', async () => {
    const project = testProject(SHOP);
    const knowledge = project.open();
    await knowledge.index();
    const wall = new Firewall(knowledge.store, project.root, knowledge.now);
    const told = (statement: string) =>
      wall.submit({ statement, by: 'm', references: [{ kind: 'symbol', name: 'priceOf' }] }).outcome;
    expect(told('priceOf applies the discount of a customer')).toBe('stored');
    expect(openConflicts(knowledge)).toEqual([]);
    expect(told('priceOf never applies the discount of a customer')).toBe('stored');
    expect(openConflicts(knowledge)).toMatchObject([{ kind: 'semantic', detail: 'one denies what the other says' }]);
  });

  it('K6.2 reports when one of several sources was withdrawn', () => {
    const knowledge = testProject().open();
    const id = knowledge.store.put(note('a', 'x y z'), { kind: 'document', id: 'blog', confidence: 1 });
    knowledge.store.attribute(id, { kind: 'user', id: 'me', confidence: 1 });
    invalidateSource(knowledge.store, 'blog');
    findConflicts(knowledge, knowledge.store.byId(id) ?? fail());
    expect(conflictsOf(knowledge, id)).toMatchObject([{ kind: 'provenance', detail: 'blog was taken back' }]);
  });
});

function fail(): never {
  throw new Error('no node');
}
