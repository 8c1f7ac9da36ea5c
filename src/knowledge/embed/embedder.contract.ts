import { describe, expect, it } from 'vitest';
import type { Embedder } from './embedder.ts';

const PIECES = [
  {
    path: 'src/cart.ts',
    name: 'Cart.total',
    text: 'total() { return this.items.reduce((sum, item) => sum + priceOf(item), 0); }',
  },
  {
    path: 'src/mail.ts',
    name: 'sendReceipt',
    text: 'function sendReceipt(address) { server.sendmail("shop", address); }',
  },
  { path: 'src/cart.ts', name: 'addItem', text: 'function addItem(cart, item) { cart.items.push(item); }' },
] as const;

/** What every embedder promises, no matter who makes its vectors. */
export function embedderContract(name: string, open: () => Promise<Embedder>): void {
  describe(`K1.8 an embedder: ${name}`, () => {
    it('says which one it is, the same each time', async () => {
      const [one, other] = [await open(), await open()];
      expect(one.id).toBe(other.id);
      expect(one.id).not.toBe('');
    });

    it('gives one vector a piece, in their order, all of one length and of size one', async () => {
      const embedder = await open();
      const vectors = await embedder.code(PIECES);
      const question = await embedder.query('send the receipt to an address by mail');
      expect(vectors).toHaveLength(PIECES.length);
      expect(new Set([...vectors, question].map(({ length }) => length)).size).toBe(1);
      for (const vector of [...vectors, question]) expect(dot(vector, vector)).toBeCloseTo(1, 3);
      const alone = await Promise.all(PIECES.map(async (piece) => (await embedder.code([piece]))[0]));
      alone.forEach((vector, at) => {
        expect(dot(vector, vectors[at])).toBeCloseTo(1, 3);
      });
    });

    it('puts a question nearest to the code that it is about', async () => {
      const embedder = await open();
      const vectors = await embedder.code(PIECES);
      const question = await embedder.query('send the receipt to an address by mail');
      const near = vectors.map((vector) => dot(vector, question));
      expect(near.indexOf(Math.max(...near))).toBe(1);
    });

    it('takes many pieces, none, and texts of any kind and length', async () => {
      const embedder = await open();
      expect(await embedder.code([])).toEqual([]);
      const many = Array.from({ length: 150 }, (_, n) => ({ path: `a/${n}.ts`, name: `f${n}`, text: `count ${n}` }));
      expect(await embedder.code(many)).toHaveLength(150);
      for (const text of ['', ' ', '日本語', '\u0000\ud800', 'x '.repeat(50_000)])
        expect((await embedder.query(text)).every(Number.isFinite)).toBe(true);
    });
  });
}

const dot = (a: Float32Array = new Float32Array(), b: Float32Array = new Float32Array()): number =>
  a.reduce((sum, value, k) => sum + value * (b[k] ?? 0), 0);
