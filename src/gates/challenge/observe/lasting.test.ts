import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { answersJavascript, plainJavascript } from './asker-javascript.ts';
import { askerPython, plainPython } from './asker-python.ts';
import { changingAnswers, type LastingOrder } from './lasting.ts';
import type { ObservedCall } from './observation.ts';
import { AnsweredRecord, told } from './records.ts';

/** What a program of its own tells of the answers to `f(1000, 10)` of a module. */
function looked(name: 'm.mjs' | 'm.py', text: string, question: string | { name: string; args: string } = 'f') {
  const at = mkdtempSync(join(tmpdir(), 'assay-lasting-'));
  onTestFinished(() => rmSync(at, { recursive: true, force: true }));
  const asker = { nonce: 'a1', pipe: join(at, 'p') };
  const python = name === 'm.py';
  const args = python ? '{"args":[1000,10],"names":{}}' : '[1000,10]';
  const asked = typeof question === 'string' ? { name: question, args } : question;
  const orders = { before: [], modules: [name], calls: [{ n: 0, module: name, ...asked }], lasting: true };
  const files = {
    ...{ p: '', [name]: text, 'o.json': JSON.stringify(orders) },
    ...(python
      ? { 'a.py': askerPython(asker), 'main.py': plainPython(at) }
      : { 'a.cjs': answersJavascript(asker), 'main.mjs': plainJavascript() }),
  };
  for (const [path, content] of Object.entries(files)) writeFileSync(join(at, path), content);
  execFileSync(python ? 'python3' : process.execPath, [python ? 'main.py' : 'main.mjs'], { cwd: at });
  const { records } = told(AnsweredRecord, readFileSync(join(at, 'p'), 'utf8'), 'a1');
  expect(records.filter(({ k }) => k === 'q' || k === 'z')).toHaveLength(2);
  return records.flatMap((each) => (each.k === 'w' ? [[each.when, ...each.places]] : []));
}

const place = { at: 'price', first: '900', now: '1000' };

describe('results are read more than once', () => {
  it.each([
    ['a moment later', 'setTimeout(() => { made.price = a });'],
    ['when a timer has run out that is set for long', 'setTimeout((to) => { made.price = to }, 1e8, a).unref();'],
    ['behind a promise', 'Promise.resolve().then(() => { made.price = a });'],
  ])('one that changes: %s', (_, later) => {
    const text = `export const f = (a, b) => { const made = { price: a - 100 }; ${later} return made }`;
    expect(looked('m.mjs', text)).toEqual([['later', place]]);
  });

  it('one that is right only when first read, through its own property or one of its class', () => {
    const getter = 'get price() { n += 1; return n === 1 ? 900 : 1000 }';
    expect(looked('m.mjs', `export const f = () => { let n = 0; return { ${getter} } }`)).toEqual([['again', place]]);
    const text = `let n = 0; export class Quote { ${getter} }; export const f = async () => new Quote()`;
    expect(looked('m.mjs', text)).toEqual([['again', place]]);
    expect(looked('m.mjs', text, { name: 'new:Quote:2', args: '[1000,10]' })).toEqual([['again', place]]);
  });

  it('an argument that is filled in, and changed again later', () => {
    const text = 'export const f = (cart) => { cart.price = 900; setTimeout(() => { cart.price = 1000 }) }';
    expect(looked('m.mjs', text, { name: 'f', args: '[{"price":1000}]' })).toEqual([['later', place]]);
  });

  it('in Python: a timer, a property', () => {
    const timer =
      'import threading\n\n\ndef f(a, b):\n    made = {"price": a - 100}\n    t = threading.Timer(9e3, made.update, [{"price": a}])\n    t.daemon = True\n    t.start()\n    return made\n';
    expect(looked('m.py', timer)).toEqual([['later', place]]);
    const property =
      'class Quote:\n    looks = 0\n\n    @property\n    def price(self):\n        self.looks += 1\n        return 900 if self.looks == 1 else 1000\n\n\ndef f(a, b):\n    return Quote()\n';
    expect(looked('m.py', property)).toEqual([['again', place]]);
    expect(looked('m.py', property.replace('else 1000', 'else 900'))).toEqual([]);
  });

  it.each([
    ['what is worked out when it is first read', '{ get price() { return (this.kept ??= [a - b]) } }'],
    ['how often it was read', '{ reads: 0, get price() { this.reads += 1; return 900 } }'],
    ['a timer that it holds', '{ price: 900, timer: setTimeout(() => {}) }'],
    ['a number that is drawn once', '{ price: Math.random() }'],
    ['what tells of its changes', '{ on() {}, price: a }'],
    ['nothing but a number', 'a - b'],
  ])('one that stays is not told of: %s', (_, made) => {
    const text = `export const f = (a, b) => { const made = ${made}; setTimeout(() => { if (made.on) made.price = 1 }); return made }`;
    expect(looked('m.mjs', text)).toEqual([]);
  });
});

const call = { function: { path: 'src/q.js', line: 3, name: 'quote' }, args: '[1000,10]', test: 't1' } as ObservedCall;
const question = { module: 'src/q.js', name: 'quote', args: '[1000,10]' };
const change = { k: 'w' as const, n: 0, when: 'later' as const, places: [place] };
const asked = (more: Partial<LastingOrder>) =>
  changingAnswers({
    ...{ looked: [{ call, question }], changingAnswers: [change], seen: { assertions: [] } },
    ...{ ask: async (of) => (of === 'change' ? [change] : []), ...more },
  });

describe('an answer that does not last', () => {
  it('is reported with its first and its later value', async () => {
    const { findings } = await asked({});
    expect(findings).toEqual([expect.objectContaining({ file: 'src/q.js', line: 3, code: 'UNMEASURED' })]);
    expect(findings[0]?.message).toContain('quote(1000,10) gives 900 as price, and 1000 once time has passed');
  });

  it('is left alone if main does the same, or if nothing changes by itself', async () => {
    expect((await asked({ ask: async () => [change] })).findings).toEqual([]);
    expect((await asked({ ask: async () => [] })).findings).toEqual([]);
  });

  it('is left alone where the same test has looked at it since', async () => {
    const passed = [{ test: 't1', given: '1000', wanted: ['1000'] }];
    const seen = { assertions: [{ passed }] } as unknown as LastingOrder['seen'];
    expect((await asked({ seen })).findings).toEqual([]);
  });

  it('is a doubt if it becomes a different value each time', async () => {
    const other = { ...change, places: [{ ...place, now: '1001' }] };
    const { findings, doubts } = await asked({ ask: async (of) => (of === 'change' ? [other] : []) });
    expect([findings, doubts.length]).toEqual([[], 1]);
  });
});
