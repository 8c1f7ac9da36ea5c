import { describe, expect, it } from 'vitest';
import { Ledger } from './ledger.ts';
import { request } from './test/requests.ts';

const usage = { inputTokens: 3, cacheReadTokens: 1, cacheWriteTokens: 0, outputTokens: 2, reasoningTokens: 1 };
const open = (ledger: Ledger, more: Parameters<typeof request>[0] = {}) => ledger.open(request(more), {});

describe('X1 the ledger', () => {
  it('tells a retry from the next turn and from another conversation', () => {
    const ledger = new Ledger();
    const grown = [...request().messages, ...request().messages];
    const first = open(ledger);
    const retried = open(ledger);
    const next = open(ledger, { messages: grown });
    const other = open(ledger, { system: 'someone else' });
    expect([first, retried, next, other].map(({ request: { attempt } }) => attempt)).toEqual([1, 2, 1, 1]);
    expect([first, retried, next, other].map(({ conversationCall }) => conversationCall)).toEqual([1, 2, 3, 1]);
    expect([first, retried, next, other].map(({ call }) => call)).toEqual([1, 2, 3, 4]);
  });

  it('looks past the line that Claude Code changes from call to call', () => {
    const ledger = new Ledger();
    open(ledger, { system: 'x-anthropic-billing-header: cch=1;\nYou are …' });
    expect(open(ledger, { system: 'x-anthropic-billing-header: cch=2;\nYou are …' }).request.attempt).toBe(2);
  });

  it('keeps only the first end, and adds up the reported usage', () => {
    const ledger = new Ledger();
    const exchange = open(ledger);
    expect(ledger.exchanges[0]?.outcome).toBe('pending');
    exchange.end('served', 200, usage);
    exchange.end('aborted', 0, usage);
    open(ledger).end('served', 200, usage);
    expect(ledger.exchanges.map(({ outcome }) => outcome)).toEqual(['served', 'served']);
    expect(ledger.total).toEqual({
      inputTokens: 6,
      cacheReadTokens: 2,
      cacheWriteTokens: 0,
      outputTokens: 4,
      reasoningTokens: 2,
    });
  });

  it('forgets the oldest exchanges but not their cost', () => {
    const ledger = new Ledger();
    for (let n = 0; n < 1_005; n += 1) open(ledger, { lastUserText: String(n) }).end('served', 200, usage);
    expect(ledger.exchanges).toHaveLength(1_000);
    expect(ledger.exchanges[0]?.request.lastUserText).toBe('5');
    expect(ledger.total.inputTokens).toBe(3_015);
  });
});
