import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMessage, parseMessage, withTrailer } from './commit-message.ts';

const whole = { phase: 'tests', brief: 'covers the parser', session: 's-9', node: 'tests#2', costUsd: 0.1234 };

describe('commit messages', () => {
  it('H3.17 have a title, a summary and trailers', () => {
    expect(formatMessage({ ...whole, summary: 'Two properties.\r\n\r\nOne example.  ' })).toBe(
      'tests: covers the parser\n\nTwo properties.\n\nOne example.\n\nSession: s-9\nNode: tests#2\nCost: 0.1234 USD\n',
    );
  });

  it('have the title word for word if there is no phase', () => {
    expect(formatMessage({ ...whole, phase: null, brief: 'Add totals' })).toMatch(/^Add totals\n\nSession: s-9\n/);
    expect(formatMessage({ ...whole, phase: null, brief: 'feat:New  Thing' })).toMatch(/^feat:New {2}Thing\n\n/);
    const read = parseMessage(formatMessage({ ...whole, phase: null, brief: 'Add totals' }));
    expect(read).toMatchObject({ ...whole, phase: null, brief: 'Add totals' });
  });

  it('cannot be made to say another session by their summary', () => {
    const text = formatMessage({ ...whole, summary: 'Done.\n\nSession: s-1\nNode: boss#1\nCost: 0 USD' });
    expect(parseMessage(text)).toMatchObject({ session: 's-9', node: 'tests#2', costUsd: 0.1234 });
  });

  it('refuse fields that would break the lines', () => {
    expect(() => formatMessage({ ...whole, session: 'a\nNode: b' })).toThrow();
    expect(() => formatMessage({ ...whole, phase: 'a: b' })).toThrow();
    expect(() => formatMessage({ ...whole, brief: '' })).toThrow();
  });

  it('are read back unchanged', () => {
    const line = fc.string({ minLength: 1, maxLength: 30 }).map((text) => `x${text.replace(/[\r\n\0]/g, '').trim()}`);
    const phase = fc.stringMatching(/^[a-z]{1,10}$/);
    const summary = fc.string({ maxLength: 200 });
    const cost = fc.integer({ min: 0, max: 1_000_000 }).map((n) => n / 1000);
    fc.assert(
      fc.property(
        phase,
        line,
        summary,
        line,
        line,
        fc.option(cost),
        (phase, brief, summary, session, node, costUsd) => {
          const read = parseMessage(formatMessage({ phase, brief, summary, session, node, costUsd }));
          expect(read).toMatchObject({ phase, brief, session, node, costUsd });
        },
      ),
    );
  });

  it('accept more trailers, and are distinguished from foreign messages', () => {
    const text = withTrailer(formatMessage(whole), 'Picked-From', 'abc');
    expect(text.endsWith('Cost: 0.1234 USD\nPicked-From: abc\n')).toBe(true);
    expect(parseMessage(text)).toMatchObject(whole);
    expect(parseMessage('fix the thing\n\nbody\n')).toBeNull();
  });
});
