import { describe, expect, it } from 'vitest';
import { type NewNode, TRUST_LEVELS } from '../store/node-types.ts';
import { SHOP, testProject } from '../testing/project.ts';
import { freshnessOf, isUnchanged } from './freshness.ts';
import { chainConfidence, invalidateSource, move, trustOf } from './trust.ts';

const HOUR = 3_600_000;
const note = (key: string, more: Partial<NewNode> = {}): NewNode => ({
  key,
  domain: 'history',
  kind: 'decision',
  name: key,
  text: key,
  trust: 'recent_history',
  ...more,
});

describe('K5.1 freshness', () => {
  it('decays by domain from the last verification, but not if the file is unchanged', async () => {
    const at = (domain: 'code' | 'history' | 'academic', hours: number) =>
      freshnessOf({ domain, verifiedAt: 0, stale: false }, hours * HOUR, false);
    expect(at('code', 100)).toBeCloseTo(Math.exp(-1));
    expect(at('history', 20)).toBeCloseTo(Math.exp(-1));
    expect(at('academic', 1_000)).toBeCloseTo(Math.exp(-1));
    expect(freshnessOf({ domain: 'code', verifiedAt: 0, stale: false }, 1e12, true)).toBe(1);
    expect(freshnessOf({ domain: 'code', verifiedAt: 0, stale: true }, 0, true)).toBe(0);
    const project = testProject(SHOP);
    const knowledge = project.open();
    await knowledge.index();
    const file = knowledge.store.byKey('code:src/cart.ts');
    expect(file && isUnchanged(knowledge.store, file)).toBe(true);
    project.write({ 'src/cart.ts': '// new\n' });
    await knowledge.index();
    expect(file && isUnchanged(knowledge.store, file)).toBe(false);
  });
});

describe('K5.2 provenance', () => {
  it('multiplies confidence along a chain and refuses a circle', () => {
    const { store } = testProject().open();
    const a = store.put(note('a'), { kind: 'run', id: 'run1', confidence: 0.8 });
    const b = store.put(note('b'), { kind: 'tool', id: 't', confidence: 0.5, parent: a });
    expect(chainConfidence(store, b)).toBeCloseTo(0.4);
    expect(() => store.attribute(a, { kind: 'tool', id: 't', confidence: 1, parent: b })).toThrow('its own source');
    expect(() => store.attribute(a, { kind: 'tool', id: 't', confidence: 1, parent: a })).toThrow('its own source');
  });

  it('K5.6 trusts a statement a little more with a second and a third source, but not with a fourth', () => {
    const { store } = testProject().open(() => 0);
    const id = store.put(note('a', { trust: 'article' }), { kind: 'document', id: 's1', confidence: 1 });
    const trust = () => {
      const node = store.byId(id);
      return node ? trustOf(store, node, 0) : 0;
    };
    const seen = [trust()];
    for (const source of ['s2', 's3', 's4']) {
      store.attribute(id, { kind: 'document', id: source, confidence: 1 });
      seen.push(trust());
    }
    expect(seen.map((each) => each.toFixed(2))).toEqual(['0.50', '0.55', '0.60', '0.60']);
  });

  it('lets a source be withdrawn as a whole', () => {
    const { store } = testProject().open();
    const a = store.put(note('a'), { kind: 'document', id: 'blog', confidence: 1 });
    expect(trustOf(store, store.byId(a) ?? fail(), Date.now())).toBeCloseTo(0.9);
    expect(invalidateSource(store, 'blog')).toBe(1);
    expect(trustOf(store, store.byId(a) ?? fail(), Date.now())).toBe(0.1);
  });
});

describe('K5.3 trust', () => {
  it('K5.5 is a number for each level', () => {
    const { store } = testProject().open(() => 0);
    const numbers = TRUST_LEVELS.map((trust) => {
      const id = store.put(note(trust, { trust }), { kind: 'user', id: 'me', confidence: 1 });
      return [trust, trustOf(store, store.byId(id) ?? fail(), HOUR)];
    });
    expect(Object.fromEntries(numbers)).toEqual({
      ...{ verified_code: 1, user: 0.95, recent_history: 0.9, official_docs: 0.8 },
      ...{ old_history: 0.7, article: 0.5, inference: 0.3, unknown: 0.1 },
    });
  });

  it('makes recent history old after a day, and moves by a level with an audit log', () => {
    const { store } = testProject().open(() => 0);
    const id = store.put(note('a'), { kind: 'run', id: 'r', confidence: 1 });
    const node = store.byId(id) ?? fail();
    expect([trustOf(store, node, HOUR), trustOf(store, node, 25 * HOUR)]).toEqual([0.9, 0.7]);
    expect(move(store, id, 'demote', 'it was wrong once', 'me', 5)).toBe('official_docs');
    expect(move(store, id, 'promote', 'it held', 'me', 6)).toBe('recent_history');
    expect(store.db.all('SELECT before, after, reason, by, at FROM trust_log')).toEqual([
      { before: 'recent_history', after: 'official_docs', reason: 'it was wrong once', by: 'me', at: 5 },
      { before: 'official_docs', after: 'recent_history', reason: 'it held', by: 'me', at: 6 },
    ]);
  });
});

function fail(): never {
  throw new Error('no node');
}
