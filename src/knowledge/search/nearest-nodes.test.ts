import { describe, expect, it } from 'vitest';
import { builtInEmbedder } from '../embed/built-in.ts';
import type { Knowledge } from '../knowledge.ts';
import { type Domain, KINDS, type KnowledgeKind } from '../store/kinds.ts';
import type { KnowledgeNode } from '../store/node-types.ts';
import { SHOP, testProject } from '../testing/project.ts';
import { largest } from './meaning.ts';

const VERBS = 'open close read write parse render merge split load store fetch send build check count sort'.split(' ');
const NOUNS = 'lease token buffer stream header cookie session packet window cursor record socket filter queue'.split(
  ' ',
);
const K = 10;

/** The same sentences on every machine. */
function sentence(n: number): string {
  const pick = (list: readonly string[], step: number): string => list[(n * step + (n >> 3)) % list.length] ?? '';
  return `${pick(VERBS, 7)} the ${pick(NOUNS, 5)} before you ${pick(VERBS, 11)} a ${pick(NOUNS, 3)} ${pick(NOUNS, 13)}`;
}

/** 400 notes, of every kind except code. */
function withNotes(): Knowledge {
  const { store, ...rest } = testProject().open();
  const knowledge = { ...rest, store } as Knowledge;
  const kinds = [...KINDS.history, ...KINDS.academic];
  store.db.transaction(() => {
    for (let n = 0; n < 400; n += 1) {
      const kind = kinds[n % kinds.length] ?? 'doc';
      const domain: Domain = (KINDS.history as readonly string[]).includes(kind) ? 'history' : 'academic';
      const node = { key: `note:${n}`, domain, kind, name: `note ${n}`, text: sentence(n), trust: 'user' } as const;
      store.put(node, { kind: 'user', id: 'test', confidence: 1 });
    }
  });
  return knowledge;
}

/** Every note with its original vector of floats. */
function madeVectors({ store }: Knowledge): { readonly node: KnowledgeNode; readonly vector: Float32Array }[] {
  const embedder = builtInEmbedder();
  return (['history', 'academic'] as const)
    .flatMap((domain) => KINDS[domain].flatMap((kind) => store.list(domain, kind, 999)))
    .map((node) => ({ node, vector: embedder.code({ path: '', name: node.name, text: node.text }) }));
}

/** The hits of an exact search over them. */
function exactly(made: ReturnType<typeof madeVectors>, question: string): number[] {
  const asked = builtInEmbedder().query(question);
  const scores = Float32Array.from(made, ({ vector }) =>
    vector.reduce((sum, value, at) => sum + value * (asked[at] ?? 0), 0),
  );
  return largest(scores, K).map((at) => made[at]?.node.id ?? 0);
}

describe('K1.9 the nearest nodes', () => {
  it.each([
    ['of every kind', {}],
    ['of one domain', { domain: 'history' }],
    ['of some kinds', { kinds: ['decision', 'best_practice'] }],
    ['of a kind of a domain', { domain: 'academic', kinds: ['doc'] }],
  ] as const)(
    'are at least 95 of 100 that exact search finds, %s',
    async (_, filter: { domain?: Domain; kinds?: readonly KnowledgeKind[] }) => {
      const knowledge = withNotes();
      const isWanted = (kind: KnowledgeKind): boolean =>
        (filter.domain === undefined || (KINDS[filter.domain] as readonly string[]).includes(kind)) &&
        (filter.kinds?.includes(kind) ?? true);
      const made = madeVectors(knowledge).filter(({ node }) => isWanted(node.kind));
      let [found, wanted] = [0, 0];
      for (let n = 0; n < 40; n += 1) {
        const question = sentence(5_000 + n * 17);
        const near = await knowledge.near.find(question, { ...filter, limit: K });
        expect(near.every(({ node }) => isWanted(node.kind))).toBe(true);
        const exact = new Set(exactly(made, question));
        expect(exact.size).toBe(K);
        wanted += exact.size;
        found += near.filter(({ node }) => exact.has(node.id)).length;
      }
      expect(found / wanted).toBeGreaterThanOrEqual(0.95);
    },
  );

  it('include code, and follow notes that are written, changed and removed at once', async () => {
    const project = testProject(SHOP);
    const knowledge = project.open();
    await knowledge.index();
    const near = async (text: string, filter = {}) =>
      (await knowledge.near.find(text, { limit: 1, ...filter }))[0]?.node.name;
    expect(await near('mail a receipt to the customer', { kinds: ['function'] })).toBe('send_receipt');
    expect(await near('mail a receipt to the customer', { domain: 'history' })).toBeUndefined();
    const note = { key: 'n', domain: 'history', kind: 'decision', trust: 'user', name: 'letters' } as const;
    const source = { kind: 'user', id: 'test', confidence: 1 } as const;
    const id = knowledge.store.put({ ...note, text: 'We mail every receipt to the customer.' }, source);
    expect(await near('mail a receipt to the customer', { domain: 'history' })).toBe('letters');
    const [before] = await knowledge.near.find('mail a receipt to the customer', { domain: 'history' });
    knowledge.store.put({ ...note, text: 'Sockets are closed.' }, source);
    const [after] = await knowledge.near.find('mail a receipt to the customer', { domain: 'history' });
    expect(after?.near ?? 0).toBeLessThan(before?.near ?? 0);
    knowledge.store.remove(id);
    expect(await near('mail a receipt to the customer', { domain: 'history' })).toBeUndefined();
    project.write({ 'tools/mail.py': 'def post_letter(address):\n    """Mails the receipt to the customer."""\n' });
    await knowledge.index({ only: ['tools/mail.py'] });
    expect(await near('mail a receipt to the customer', { kinds: ['function'] })).toBe('post_letter');
  });
});
