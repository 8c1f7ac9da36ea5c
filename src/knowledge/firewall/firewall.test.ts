import { describe, expect, it } from 'vitest';
import { SHOP, testProject } from '../testing/project.ts';
import type { FactReference } from './fact.ts';
import { factText } from './fact-text.ts';
import { Firewall } from './firewall.ts';

const setUp = async () => {
  const project = testProject(SHOP);
  project.commit('The shop');
  let now = 1_000;
  const knowledge = project.open(() => now);
  await knowledge.index();
  const { store } = knowledge;
  store.put(
    {
      key: 'doc:rfc',
      domain: 'academic',
      kind: 'doc',
      name: 'rfc.txt',
      path: 'rfc.txt',
      text: 'A client MUST close the connection.',
      trust: 'official_docs',
    },
    { kind: 'document', id: 'rfc.txt', confidence: 1 },
  );
  const wall = new Firewall(store, project.root, () => now);
  const submit = (statement: string, ...references: FactReference[]) =>
    wall.submit({ statement, references, by: 'model' });
  return { wall, submit, store, advance: (ms: number) => (now += ms) };
};

const edge = (kind: 'calls' | 'imports' | 'defines', from: string, to: string): FactReference => ({
  kind: 'edge',
  edge: kind,
  from,
  to,
});
const symbol = (name: string, path?: string): FactReference => ({ kind: 'symbol', name, ...(path ? { path } : {}) });
const number = (
  of: 'lines' | 'symbols' | 'importers' | 'callers' | 'commits',
  subject: string,
  value: number,
): FactReference => ({ kind: 'number', of, subject, value });

const TRUE: readonly FactReference[] = [
  { kind: 'file', path: 'src/cart.ts' },
  { kind: 'file', path: 'tools/mail.py' },
  symbol('addItem', 'src/cart.ts'),
  symbol('Cart.total'),
  symbol('applyDiscount', 'src/prices.ts'),
  symbol('send_receipt', 'tools/mail.py'),
  symbol('PRICES', 'src/prices.ts'),
  edge('calls', 'Cart.total', 'priceOf'),
  edge('calls', 'src/prices.ts#priceOf', 'applyDiscount'),
  edge('imports', 'src/cart.ts', 'src/prices.ts'),
  edge('imports', 'tools/mail.py', 'smtplib'),
  edge('defines', 'src/cart.ts', 'Cart'),
  { kind: 'pattern', text: 'price * 0.9', path: 'src/prices.ts' },
  { kind: 'pattern', text: "smtplib.SMTP('localhost')".replaceAll("'", '"') },
  { kind: 'citation', document: 'rfc.txt', quote: 'client MUST close' },
  number('lines', 'src/prices.ts', 9),
  number('importers', 'src/prices.ts', 1),
  number('callers', 'priceOf', 1),
  number('commits', 'src/cart.ts', 1),
];

const INVENTED: readonly FactReference[] = [
  { kind: 'file', path: 'src/carts.ts' },
  { kind: 'file', path: 'src/Cart.ts' },
  { kind: 'file', path: '../../etc/passwd' },
  { kind: 'file', path: '/etc/passwd' },
  { kind: 'file', path: 'src' },
  symbol('addItems', 'src/cart.ts'),
  symbol('additem', 'src/cart.ts'),
  symbol('addItem', 'src/prices.ts'),
  symbol('applyDiscount', 'src/cart.ts'),
  symbol('Cart.priceOf'),
  symbol('Basket.total'),
  symbol('sendReceipt'),
  symbol('PRICE', 'src/prices.ts'),
  edge('calls', 'priceOf', 'Cart.total'),
  edge('calls', 'applyDiscount', 'priceOf'),
  edge('calls', 'addItem', 'priceOf'),
  edge('imports', 'src/prices.ts', 'src/cart.ts'),
  edge('imports', 'tools/mail.py', 'smtp'),
  edge('defines', 'src/prices.ts', 'Cart'),
  edge('calls', 'Cart.total', 'priceof'),
  { kind: 'pattern', text: 'price * 0.8', path: 'src/prices.ts' },
  { kind: 'pattern', text: 'price * 0.9', path: 'src/cart.ts' },
  { kind: 'citation', document: 'rfc.txt', quote: 'client MAY close the' },
  { kind: 'citation', document: 'rfc2.txt', quote: 'client MUST close' },
  number('lines', 'src/prices.ts', 10),
  number('importers', 'src/prices.ts', 2),
  number('callers', 'priceOf', 3),
  number('commits', 'src/cart.ts', 2),
];

describe('K4 the firewall', () => {
  it('K4.1 stores a true claim, letter for letter, as an inference with its source', async () => {
    const { submit, store } = await setUp();
    for (const [n, reference] of TRUE.entries()) {
      const judged = submit(`fact ${n}`, reference);
      expect([judged.outcome, judged.reasons], JSON.stringify(reference)).toMatchObject(['stored', expect.anything()]);
      if (judged.outcome === 'stored')
        expect(store.sources(judged.node)).toMatchObject([{ kind: 'model', id: 'model', verifier: 'firewall' }]);
    }
    expect(store.list('history', 'pattern')[0]?.trust).toBe('inference');
  });

  it('K4.2 K4.5 stores nothing invented: one letter off, the wrong file, a call the other way round, a wrong number', async () => {
    const { submit, store } = await setUp();
    for (const [n, reference] of INVENTED.entries()) {
      expect(submit(`made up ${n}`, reference).outcome, JSON.stringify(reference)).toBe('blocked');
      // A false part among true ones is still false.
      expect(submit(`half true ${n}`, ...TRUE.slice(0, 5), reference).outcome, JSON.stringify(reference)).toBe(
        'blocked',
      );
    }
    expect(store.has('history')).toBe(false);
    expect(store.counters('firewall.')).toEqual({ blocked: INVENTED.length * 2 });
  });

  it('K4.3 reads the sentence itself, whatever was declared', async () => {
    const { submit } = await setUp();
    expect(submit('`applyDiscounts` halves the price', { kind: 'file', path: 'src/cart.ts' }).outcome).toBe('blocked');
    expect(submit('See src/discounts.ts for the rules', { kind: 'file', path: 'src/cart.ts' }).outcome).toBe('blocked');
    expect(submit('roundUp() is called for every item', { kind: 'file', path: 'src/cart.ts' }).outcome).toBe('blocked');
    expect(submit('`applyDiscount` in src/prices.ts takes ten percent off').outcome).toBe('stored');
    expect(submit('The shop is pleasant').outcome).toBe('blocked');
  });

  it('K4.3 checks the sentence’s statements about them: calls, places, numbers', async () => {
    const { submit } = await setUp();
    const made: string[] = [];
    for (const sentence of [
      '`priceOf` calls `Cart.total`',
      '`Cart.total` is called by `priceOf`',
      'priceOf calls addItem',
      '`applyDiscount` in src/cart.ts takes ten percent off',
      'src/cart.ts defines `applyDiscount` and `Cart`',
      'src/prices.ts imports src/cart.ts',
      'src/prices.ts has 12 lines',
      '`Cart.total` calls `priceOf` and `addItem`',
      '`Cart.total` in `cart.ts` calls `applyDiscount`',
    ])
      if (submit(sentence, { kind: 'file', path: 'src/cart.ts' }).outcome !== 'blocked') made.push(sentence);
    expect(made).toEqual([]);
    const missed: unknown[] = [];
    for (const sentence of [
      '`Cart.total` calls `priceOf`',
      '`applyDiscount` is called by `priceOf`',
      '`Cart.total` in `cart.ts` calls `priceOf`',
      'src/prices.ts defines `applyDiscount` and `priceOf`',
      'src/cart.ts imports src/prices.ts, which has 9 lines',
      '`Cart` keeps its items in an array and sums with `items.reduce`',
    ]) {
      const judged = submit(sentence);
      if (judged.outcome !== 'stored') missed.push([sentence, judged.reasons]);
    }
    expect(missed).toEqual([]);
    expect(submit('`addItem` never calls `priceOf`').outcome).toBe('queued');
  });

  it('K4.3 compares a sentence with the source of the names in it: true names do not carry an invented sentence', async () => {
    const project = testProject({
      'shapes.py': `LIMIT = 10

class Shape:
    def area(self):
        return None

class Square(Shape):
    def __init__(self, side, label=None):
        self.side = side

    def area(self) -> float:
        return double(self.side)

def double(side):
    return side * side
`,
    });
    const knowledge = project.open();
    await knowledge.index();
    const wall = new Firewall(knowledge.store, project.root, () => 1_000);
    const named = ['Square', 'Shape', 'double', 'LIMIT', 'Square.area'].map((name) => symbol(name, 'shapes.py'));
    const outcomeOf = (statement: string) => wall.submit({ statement, references: named, by: 'model' }).outcome;
    const notStored = [
      'Square is a subclass of Shape',
      'Square takes side and label',
      'Square has the methods area and __init__',
      'Square.area returns a float',
      'Square.area calls double',
      'LIMIT is 10',
      'Square takes a moment to draw and returns early',
    ].filter((statement) => outcomeOf(statement) !== 'stored');
    expect(notStored).toEqual([]);
    const stored = [
      'Shape is a subclass of Square',
      'Square extends Polygon',
      'Square takes side and line_width',
      'Square has the methods area and perimeter_of',
      'Square.area returns a BigDecimal',
      'double calls Square.area',
      'LIMIT is 100',
      'shapes.py imports numpy',
      'double keeps its results in a map named seen_sides',
    ].filter((statement) => outcomeOf(statement) === 'stored');
    expect(stored).toEqual([]);
  });

  it('K4.3 reads a hostile sentence in one pass: underscores can be split in one way only', async () => {
    const { submit } = await setUp();
    expect(submit('a_'.repeat(1_000)).outcome).toBe('blocked');
    expect(submit(`${'a.'.repeat(990)}a has many lines`).outcome).toBe('blocked');
  });

  it('K4.3 shows an agent’s words with their confirmed parts', async () => {
    const { submit, store } = await setUp();
    submit('Discounts are generous', symbol('applyDiscount', 'src/prices.ts'));
    const [note] = store.list('history', 'pattern');
    expect(note && factText(note)).toBe(
      'Discounts are generous (an agent’s words; confirmed: src/prices.ts defines applyDiscount)',
    );
    expect(factText({ text: 'A person said so', meta: {} })).toBe('A person said so');
  });

  it('does not take a call on someone else for a call of ours', async () => {
    const project = testProject({
      'lib/grouping.py': 'def group(tokens):\n    return tokens\n',
      'lib/lexer.py':
        'import re\nfrom lib import grouping\n\ndef read(text):\n    m = re.match("a", text)\n    return m.group()\n\ndef sort(text):\n    return grouping.group(text)\n',
    });
    const { store, root, index } = ((knowledge) => ({
      store: knowledge.store,
      root: knowledge.root,
      index: () => knowledge.index(),
    }))(project.open());
    await index();
    const wall = new Firewall(store, root, () => 1_000);
    const said = (from: string) =>
      wall.submit({ statement: `${from} groups`, references: [edge('calls', from, 'group')], by: 'model' }).outcome;
    expect([said('read'), said('sort')]).toEqual(['queued', 'stored']);
  });

  it('K4.4 queues what cannot be told, until a person decides or it expires', async () => {
    const { wall, submit, store, advance } = await setUp();
    // Two things are called open; the text says one of them is called, not which.
    store.put(
      {
        key: 'code:a#open',
        domain: 'code',
        kind: 'function',
        name: 'open',
        path: 'a',
        text: '',
        trust: 'verified_code',
      },
      { kind: 'code', id: 'a', confidence: 1 },
    );
    store.put(
      {
        key: 'code:b#open',
        domain: 'code',
        kind: 'function',
        name: 'open',
        path: 'b',
        text: '',
        trust: 'verified_code',
      },
      { kind: 'code', id: 'b', confidence: 1 },
    );
    store.put(
      {
        key: 'code:c#use',
        domain: 'code',
        kind: 'function',
        name: 'use',
        path: 'c',
        text: '',
        trust: 'verified_code',
        meta: { symbol: 'use', calls: ['open'] },
      },
      { kind: 'code', id: 'c', confidence: 1 },
    );
    const ask = (n: number) => submit(`use opens it ${n}`, edge('calls', 'use', 'open'), symbol('use'));
    const [first, second, third] = [ask(1), ask(2), ask(3)];
    expect([first.outcome, second.outcome, third.outcome]).toEqual(['queued', 'queued', 'queued']);
    const [a, b] = wall.queue();
    expect(wall.queue()).toHaveLength(3);
    const node = wall.approve(a?.id ?? 0, 'a person');
    expect(store.byId(node)).toMatchObject({ text: 'use opens it 1', trust: 'user' });
    wall.reject(b?.id ?? 0, 'a person');
    expect(wall.queue()).toHaveLength(1);
    advance(15 * 24 * 3_600_000);
    expect(wall.queue()).toEqual([]);
    expect(() => wall.approve(3, 'a person')).toThrow('No review 3 waits');
    expect(store.list('history', 'pattern')).toHaveLength(1);
  });
});
