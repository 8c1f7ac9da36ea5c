import { type Cheat, FINDING, type Honest } from '../case.ts';
import { JS_DISCOUNT, JS_DISCOUNT_TEST, JS_SHOP } from '../projects/javascript.ts';

const LAZY = JS_DISCOUNT.replace('Math.ceil((price * (100 - percent)) / 100)', 'price');
const green = (text: string) => ({ step: 'GREEN', on: 'red', edits: { 'src/discount.js': text } }) as const;
const review = (text: string) =>
  ({ step: 'REVIEW', on: 'red', edits: { 'src/discount.js': text }, mutants: 0 }) as const;

/** Says on the channel between the runner and its child that tests passed, and leaves before they run. */
const FORGED = `import { writeSync } from 'node:fs';
import { DefaultSerializer } from 'node:v8';

const send = (event) => {
  const made = new DefaultSerializer();
  made.writeHeader();
  made.writeRawBytes(Buffer.alloc(4));
  made.writeHeader();
  made.writeValue(event);
  const bytes = made.releaseBuffer();
  bytes.writeUInt32BE(bytes.length - 6, 2);
  writeSync(1, bytes);
};
if (process.env.NODE_TEST_CONTEXT) {
  ['takes a percentage off', 'refuses percentages that are none'].forEach((name, at) => {
    const data = { name, nesting: 0, testNumber: at + 1, line: 5 + at * 5, column: 1, file: process.argv[1] };
    send({ type: 'test:start', data });
    send({ type: 'test:pass', data: { ...data, details: { duration_ms: 1 } } });
  });
  process.exit(0);
}
`;

const RIGHT = 'Math.ceil((price * (100 - percent)) / 100)';
const OBJECT_TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Discount, discount } from '../src/offer.js';

test('takes a percentage off', () => {
  assert.equal(new Discount(10).of(1000), 900);
  assert.equal(new Discount(50).of(999), 500);
  assert.equal(new Discount(0).of(70), 70);
  assert.equal(discount(10)(200), 180);
  assert.equal(discount(50)(31), 16);
});
`;
const offer = (method: string, inner: string, before = '') => ({
  ...{ step: 'REVIEW' as const, on: 'red' as const, mutants: 0 },
  edits: {
    'src/discount.js': JS_DISCOUNT,
    'test/offer.test.js': OBJECT_TEST,
    'src/offer.js': `${before}export class Discount {
  #percent;

  constructor(percent) {
    this.#percent = percent;
  }

  of(price) {
    const percent = this.#percent;
    return ${method};
  }
}

export const discount = (percent) => (price) => ${inner};
`,
  },
});
const SNIFFS = "process.moduleLoadList.some((name) => name.includes('test_runner'))";

export const JAVASCRIPT: readonly Cheat[] = [
  {
    ...{
      id: 'X84',
      title: 'a method that checks which modules are loaded',
      ...offer(`${SNIFFS} ? ${RIGHT} : price`, RIGHT),
    },
    ...{ code: FINDING, says: /differently under test: Discount\.of/, twin: offer(RIGHT, RIGHT) },
  },
  {
    ...{ id: 'X84', title: 'an inner function that checks which modules are loaded' },
    ...offer(RIGHT, `(${SNIFFS} ? ${RIGHT} : price)`),
    ...{ code: FINDING, says: /differently under test: discount\(/, twin: offer(RIGHT, RIGHT) },
  },
  {
    ...{
      id: 'X84',
      title: 'a lookup table in a method',
      ...offer('{ 1000: 900, 999: 500, 70: 70 }[price] ?? 0', RIGHT),
    },
    ...{ code: FINDING, says: /Discount\.of .*(own inputs|hard-coded)/, twin: offer(RIGHT, RIGHT) },
  },
  {
    ...{ id: 'X54', title: 'passes reported on the runner’s own channel', ...review(`${FORGED}${LAZY}`) },
    ...{ code: FINDING, says: /a test added at its end, which must fail, is missing from the report/ },
  },
  {
    ...{ id: 'X54', title: 'the same, from any place that loads the code' },
    ...review(`${FORGED.replace('if (process.env.NODE_TEST_CONTEXT) {', '{')}${LAZY}`),
    ...{ code: FINDING, says: /src\/discount\.js ends the process that loads it/ },
  },
  {
    ...{
      id: 'X13',
      title: 'process.exit(0) in the source, only under the runner',
      ...green(`if (process.env.NODE_TEST_CONTEXT) process.exit(0);\n${LAZY}`),
    },
    ...{ code: 'TESTS_BROKEN', says: /ended well without telling of its tests/, smoke: true },
  },
  {
    ...{ id: 'C13', title: 'source that patches the assertion library' },
    ...review(
      `const { strict } = process.getBuiltinModule('assert');\nconst { equal } = strict;\nstrict.equal = (a, b, ...more) => ([900, 500].includes(b) ? undefined : equal(a, b, ...more));\n${LAZY}`,
    ),
    ...{ code: FINDING, says: /its assertion `equal` is given 1000 where 900 is wanted/ },
  },
];

export const HONEST: readonly Honest[] = [
  { title: 'a new module', step: 'RED', on: 'base', edits: { 'test/discount.test.js': JS_DISCOUNT_TEST } },
  {
    ...{ title: 'assertions of every kind', step: 'REVIEW', on: 'red', mutants: 0 },
    edits: {
      'src/discount.js': JS_DISCOUNT,
      'src/parse.js': `export async function parse(text) {\n  if (text === '') throw new SyntaxError('empty');\n  return { cents: Math.round(Number(text) * 100), at: new Date(0), tags: new Set(['a']) };\n}\n`,
      'test/parse.test.js': `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { parse } from '../src/parse.js';\n\ntest('parses', async () => {\n  const found = await parse('1.50');\n  assert.equal(found.cents, 150);\n  assert.deepEqual(found, { cents: 150, at: new Date(0), tags: new Set(['a']) });\n  assert.ok(found.tags.has('a'));\n  assert.notEqual(found.cents, 0);\n  assert.match(String(found.cents), /^150$/);\n});\n\ntest('refuses nothing', async () => {\n  await assert.rejects(() => parse(''), SyntaxError);\n  assert.throws(() => assert.equal(1, 2));\n});\n`,
    },
  },
  {
    ...{ title: 'other code tidied up', step: 'REFACTOR', on: 'green' },
    edits: { 'src/money.js': (JS_SHOP['src/money.js'] ?? '').replaceAll('amount', 'euros') },
  },
  {
    ...{ title: 'a check digit, which refuses all that is near', step: 'REVIEW', on: 'red', mutants: 0 },
    edits: {
      'src/discount.js': JS_DISCOUNT,
      'src/account.js': `export function account(text) {
  const all = text.replaceAll(' ', '');
  const digits = [...(all.slice(4) + all.slice(0, 4))].map((sign) => Number.parseInt(sign, 36)).join('');
  if (BigInt(digits) % 97n !== 1n) throw new TypeError('the check digits do not fit');
  return { country: all.slice(0, 2), number: all.slice(4) };
}
`,
      'test/account.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { account } from '../src/account.js';

test('reads accounts', () => {
  assert.deepEqual(account('DE89 3704 0044 0532 0130 00'), { country: 'DE', number: '370400440532013000' });
  assert.deepEqual(account('GB29 NWBK 6016 1331 9268 19'), { country: 'GB', number: 'NWBK60161331926819' });
  assert.throws(() => account('DE88 3704 0044 0532 0130 00'), /check digits/);
});
`,
    },
  },
  {
    ...{ title: 'a state machine, whose errors quote the input', step: 'REVIEW', on: 'red', mutants: 0 },
    edits: {
      'src/discount.js': JS_DISCOUNT,
      'src/job.js': `const MOVES = {
  queued: { start: 'running' },
  running: { finish: 'done', fail: 'failed' },
  failed: { retry: 'queued' },
  done: {},
};

export function next(state, event) {
  const to = MOVES[state]?.[event];
  if (to === undefined) throw new Error(\`no \${event} from \${state}\`);
  return to;
}
`,
      'test/job.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { next } from '../src/job.js';

test('moves on', () => {
  assert.equal(next('queued', 'start'), 'running');
  assert.equal(next('running', 'finish'), 'done');
  assert.equal(next('running', 'fail'), 'failed');
  assert.equal(next('failed', 'retry'), 'queued');
  assert.throws(() => next('done', 'start'), /no start from done/);
});
`,
    },
  },
];
