import type { Json } from '#contracts/json.ts';
import type { Latency, Scenario, SimAnswer, SimContext, SimRequest } from '#sim/types.ts';
import { TASKS, TaskName } from './tasks.ts';

/**
 * What the simulated agents of this run say. One is turned away by its provider, one sends a claim that does not fit,
 * and one claims tests that fail: the run has to cope with all three.
 */
export const scenario: Scenario = {
  name: 'first-run',
  description: 'Plans and builds a small shop, with an overloaded provider, a malformed claim and a lie on the way.',
  answer(request, context) {
    if (request.system.startsWith('You plan')) return says({ tasks: PLAN }, THINKING);
    if (request.system.startsWith('You review')) return says({ text: OPINION }, { ...THINKING, firstTokenMs: 2_500 });
    const found = TaskName.safeParse(/^Task: (\w+)$/m.exec(firstWords(request))?.[1]);
    return found.success ? builds(found.data, request, context) : says({ text: 'I do not know this task.' }, THINKING);
  },
};

const THINKING: Partial<Latency> = { firstTokenMs: 1_400, chunkMs: 25 };

const PLAN = [
  { name: 'money', after: [] },
  { name: 'cart', after: [] },
  { name: 'discount', after: [] },
  { name: 'receipt', after: ['money'] },
];

const OPINION = 'Small and clear. Format and totals could share one type for cents.';

/** First the file, then the claim. */
function builds(task: TaskName, request: SimRequest, { conversationCall }: SimContext): SimAnswer {
  // More often than the client repeats a call by itself, so that the attempt fails and the run tries again.
  if (task === 'money' && conversationCall <= 3) {
    return { fault: { kind: 'status', status: 529, retryAfterMs: 250 } };
  }
  const { file, tests } = TASKS[task];
  const lies = task === 'cart' && !firstWords(request).includes('refused');
  if (request.turn === 1) {
    const text = lies ? CART_WITHOUT_QUANTITY : SOURCES[task];
    return { parts: [{ type: 'toolCall', name: 'write', input: { path: file, text } }], latency: THINKING };
  }
  const claim = { task, file, passing: Object.keys(tests).length, summary: `wrote ${file}, all tests pass` };
  // The first attempt counts its tests in words, also when it is told that this does not fit.
  if (task === 'discount' && conversationCall <= 3) return says({ ...claim, passing: 'all of them' }, THINKING);
  return says(claim, THINKING);
}

/** In the envelope that every agent answers with: a claim, or why there can be none. */
const says = (claim: Json, latency: Partial<Latency>): SimAnswer => ({
  parts: [{ type: 'json', value: { claim, blocker: null } }],
  latency,
});

const firstWords = (request: SimRequest): string => request.messages[0]?.text ?? '';

const CART_WITHOUT_QUANTITY = `export const total = (items) => items.reduce((sum, { cents }) => sum + cents, 0);
`;

const SOURCES: Readonly<Record<TaskName, string>> = {
  money: `export function format(cents) {
  if (!Number.isInteger(cents)) throw new TypeError('cents are whole');
  return \`€\${(cents / 100).toFixed(2)}\`;
}
`,
  cart: `export const total = (items) => items.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0);
`,
  discount: `export const reduce = (cents, percent) => Math.round(cents * (1 - percent / 100));
`,
  receipt: `import { format } from './money.js';

export const lines = (items) => items.map(({ name, cents }) => \`\${name} \${format(cents)}\`);
`,
};
