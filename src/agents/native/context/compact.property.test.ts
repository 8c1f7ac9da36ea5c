import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelMessage } from '#contracts/model.ts';
import { closed, isPaired } from '../transcript.ts';
import { cutPoint, dropOldest, LEFT_OUT, withSummary } from './compact.ts';
import { allTokens } from './estimate.ts';

const TASK = 'Build the thing exactly like this.';

/** A turn: words, then no, one or several calls with their results; now and then the user says something. */
const turn = fc
  .record({
    text: fc.string({ maxLength: 200 }),
    outputs: fc.array(fc.integer({ min: 0, max: 4_000 }), { maxLength: 3 }),
    said: fc.option(fc.string({ maxLength: 50 })),
  })
  .map(({ text, outputs, said }) => ({ text, outputs, said }));

const conversation = fc.array(turn, { maxLength: 30 }).map((turns) => {
  const messages: ModelMessage[] = [{ role: 'user', text: TASK }];
  for (const [at, { text, outputs, said }] of turns.entries()) {
    const calls = outputs.map((_, n) => ({
      type: 'tool-call' as const,
      id: `c${at}.${n}`,
      name: 'read',
      input: { n },
    }));
    messages.push({ role: 'assistant', parts: [{ type: 'text', text }, ...calls] });
    if (calls.length > 0) {
      const results = outputs.map((size, n) => ({
        id: `c${at}.${n}`,
        name: 'read',
        output: 'x'.repeat(size),
        isError: false,
      }));
      messages.push({ role: 'tool', results });
    }
    if (said !== null) messages.push({ role: 'user', text: said });
  }
  return messages;
});

const startsWithTask = ([first]: readonly ModelMessage[]): boolean =>
  first?.role === 'user' && first.text.startsWith(TASK);

describe('C1 compaction', () => {
  it('by a summary: the task stays, calls keep their results, and the end stays word for word', () => {
    fc.assert(
      fc.property(conversation, fc.integer({ min: 0, max: 10_000 }), (messages, keep) => {
        const cut = cutPoint(messages, keep);
        if (cut === 0) {
          expect(messages).toHaveLength(1);
          return;
        }
        const made = withSummary(TASK, 'did things', messages.slice(cut));
        expect(startsWithTask(made)).toBe(true);
        expect(isPaired(made)).toBe(true);
        expect(made.slice(1)).toEqual(messages.slice(cut));
        // Not more than is wanted, unless it is the last turn.
        const last = messages.findLastIndex(({ role }) => role !== 'tool');
        expect(allTokens(messages.slice(cut)) <= keep || cut === last).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('by dropping the oldest: the task stays, calls keep their results, and the rest fits if possible', () => {
    fc.assert(
      fc.property(conversation, fc.integer({ min: 0, max: 20_000 }), (messages, most) => {
        const made = dropOldest(TASK, messages, most);
        expect(startsWithTask(made)).toBe(true);
        expect(isPaired(made)).toBe(true);
        expect(allTokens(made)).toBeLessThanOrEqual(allTokens(messages));
        const least = messages.slice(
          Math.max(
            1,
            messages.findLastIndex(({ role }) => role === 'assistant'),
          ),
        );
        const bare: ModelMessage[] = least.map((message) =>
          message.role === 'tool'
            ? { ...message, results: message.results.map((each) => ({ ...each, output: shorter(each.output) })) }
            : message,
        );
        const floor = allTokens([{ role: 'user', text: TASK }, ...bare]);
        expect(allTokens(made)).toBeLessThanOrEqual(Math.max(most, floor));
        if (allTokens(messages) <= most) expect(made).toEqual(messages);
      }),
      { numRuns: 500 },
    );
  });

  it('an interrupted conversation is closed: every call has a result', () => {
    fc.assert(
      fc.property(conversation, fc.nat(60), (messages, end) => {
        const cut = messages.slice(0, Math.max(1, end));
        expect(isPaired(closed(cut))).toBe(true);
      }),
      { numRuns: 300 },
    );
    expect(isPaired([{ role: 'tool', results: [] }])).toBe(false);
  });
});

const shorter = (output: unknown) =>
  typeof output === 'string' && output.length <= LEFT_OUT.length ? output : LEFT_OUT;
