import { describe, expect, it } from 'vitest';
import { packCode } from '../resolve/code-pack.ts';
import { SHOP, testProject } from '../testing/project.ts';

describe('K2.2 finding code', () => {
  it('finds files and functions by words, identifiers and doc comments', async () => {
    const knowledge = testProject(SHOP).open();
    await knowledge.index();
    const first = (text: string) => knowledge.code.search(text)[0];
    expect(first('where is the discount applied')?.path).toBe('src/prices.ts');
    expect(first('applyDiscount')?.chunks[0]).toMatchObject({ symbol: 'applyDiscount', first: 7 });
    expect(first('mails a receipt')?.path).toBeUndefined();
    expect(knowledge.code.search('mails a receipt', { facet: 'other' })[0]?.path).toBe('tools/mail.py');
    expect(knowledge.code.pieces('what do all items cost together')[0]?.symbol).toBe('Cart.total');
  });

  it('K2.10 ranks tests separately from the code', async () => {
    const knowledge = testProject(SHOP).open();
    await knowledge.index();
    const paths = knowledge.code.search('discount of the cart total').map(({ path }) => path);
    expect(paths).not.toContain('src/cart.test.ts');
    expect(knowledge.code.search('discount of the cart total', { facet: 'test' })[0]?.path).toBe('src/cart.test.ts');
  });

  it('finds a function by its purpose, by short forms of its words, before the class that contains it', async () => {
    const project = testProject({
      'src/store.ts': `export class DirectoryStore {
  mkDirs(path: string) { return create(path); }
  rmDirs(path: string) { return remove(path); }
}
export function isEmpty(path: string) { return list(path).length === 0; }
export function empty(path: string) { for (const each of list(path)) remove(each); }
`,
    });
    const knowledge = project.open();
    await knowledge.index();
    const first = (text: string, withoutMeaning = false) => knowledge.code.pieces(text, { withoutMeaning })[0]?.symbol;
    expect(first('Removes the directories of a path')).toBe('DirectoryStore.rmDirs');
    expect(first('Checks whether a path is empty')).toBe('isEmpty');
    expect(first('Checks whether a path is empty', true)).toBe('isEmpty');
  });

  it('finds words spelt the other way, or as nouns', async () => {
    const project = testProject({
      'src/units.ts': 'export function normalizeUnit(unit: string) { return unit; }\n',
      'src/paint.ts': 'export function setColor(color: string) { return color; }\n',
      'src/other.ts': 'export function roundUp(unit: number) { return unit; }\n',
    });
    const knowledge = project.open();
    await knowledge.index();
    const first = (question: string) => knowledge.code.search(question)[0]?.path;
    for (const question of ['normalise', 'normalisation', 'normalization', 'where are units normalised'])
      expect([question, first(question)]).toEqual([question, 'src/units.ts']);
    expect(first('colour')).toBe('src/paint.ts');
    expect(first('penalise')).toBeUndefined();
  });

  it('learns from commit messages about files', async () => {
    const project = testProject(SHOP);
    project.commit('The shop');
    project.write({ 'src/prices.ts': `${SHOP['src/prices.ts']}\n// more\n` });
    project.commit('Rebates for loyal customers');
    const knowledge = project.open();
    await knowledge.index();
    expect(knowledge.code.search('loyal customers')[0]?.path).toBe('src/prices.ts');
  });

  it('K3.4 K3.5 sees a change at once, and works without the embedder', async () => {
    const project = testProject(SHOP);
    const knowledge = project.open();
    await knowledge.index();
    expect(knowledge.code.search('voucher')).toEqual([]);
    project.write({ 'src/vouchers.ts': 'export function redeemVoucher(code: string) { return code; }\n' });
    await knowledge.index({ only: ['src/vouchers.ts'] });
    expect(knowledge.code.search('voucher')[0]?.path).toBe('src/vouchers.ts');
    expect(knowledge.code.search('voucher', { withoutMeaning: true })[0]?.path).toBe('src/vouchers.ts');
  });

  it('K13.3 answers any query: empty, endless, hostile, in any language', async () => {
    const knowledge = testProject(SHOP).open();
    await knowledge.index();
    for (const text of [
      '',
      '   ',
      '%^&*()',
      '日本語 の 質問',
      '"; DROP TABLE nodes; --',
      'NEAR("a" "b")',
      '\0\0',
      'cart '.repeat(50_000),
      '([{<\\',
      '🛒',
    ])
      expect(() => knowledge.code.search(text)).not.toThrow();
    expect(knowledge.code.search('корзина')).toEqual([]);
  });
});

describe('K7.1 a pack of code', () => {
  it('never passes its budget, names places and shows the best piece as it is now', async () => {
    const project = testProject(SHOP);
    const knowledge = project.open();
    await knowledge.index();
    const hits = knowledge.code.search('discount');
    for (const budget of [0, 20, 60, 200, 800])
      expect(packCode(project.root, hits, budget).tokens).toBeLessThanOrEqual(budget);
    const { text, pieces } = packCode(project.root, hits, 800);
    expect(text).toContain('src/prices.ts');
    expect(text).toContain('price * 0.9');
    expect(pieces.some(({ symbol, shown }) => symbol === 'applyDiscount' && shown)).toBe(true);
  });
});
