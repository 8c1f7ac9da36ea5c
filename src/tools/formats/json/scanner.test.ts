import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Cuts, limitsFor } from '../limits.ts';
import { documents, mangled } from '../testing/documents.ts';
import { RUNS, SOAK_TIMEOUT } from '../testing/soak.ts';
import { JsonPruner } from './pruner.ts';
import { JsonScanner } from './scanner.ts';

describe('T5 the JSON scanner', () => {
  it('accepts exactly what JSON.parse accepts, byte for byte', { timeout: SOAK_TIMEOUT }, () => {
    fc.assert(
      fc.property(mangled(documents.json ?? fc.constant(Buffer.alloc(0))), (bytes) => {
        // Bytes that are not UTF-8 become U+FFFD in both; JSON.parse takes no byte order mark either.
        const text = bytes.toString('utf8');
        expect(scan(Buffer.from(text)).fault === undefined).toBe(isJson(text));
      }),
      { numRuns: RUNS },
    );
  });

  it('gives the same whatever the pieces it is fed in', { timeout: SOAK_TIMEOUT }, () => {
    const document = mangled(documents.json ?? fc.constant(Buffer.alloc(0)));
    fc.assert(
      fc.property(document, fc.integer({ min: 1, max: 7 }), fc.constantFrom('quiet', 'skip'), (bytes, piece, rest) => {
        expect(scan(bytes, { piece, rest })).toEqual(scan(bytes, { rest }));
      }),
      { numRuns: RUNS },
    );
  });

  it('shows and counts the same whether it checks the rest or passes over it', { timeout: SOAK_TIMEOUT }, () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const bytes = Buffer.from(JSON.stringify(value));
        expect(scan(bytes, { rest: 'skip' })).toEqual(scan(bytes, { rest: 'quiet' }));
      }),
      { numRuns: RUNS },
    );
  });

  it('keeps every digit of a number and every escape of a string', () => {
    const text = '{"n":123456789012345678901234567890.10,"s":"\\u00e9\\ud83d\\ude00\\n"}';
    expect(scan(Buffer.from(text)).text.replace(/\s/g, '')).toBe(text);
  });

  it('goes through a hundred thousand brackets without a stack', () => {
    const deep = Buffer.from('['.repeat(100_000) + ']'.repeat(100_000));
    const { text, fault } = scan(deep);
    expect(fault).toBeUndefined();
    expect(depthOf(text)).toBe(65);
  });

  it('reports a fault with its place', () => {
    expect(scan(Buffer.from('{"a": tru }')).fault).toEqual({
      byte: 9,
      message: "'true' was expected, found a space",
    });
    expect(scan(Buffer.from('[1, 2')).fault).toEqual({
      byte: 5,
      message: 'the file ends before the array opened at byte 0 is closed',
    });
    expect(scan(Buffer.from('[1 2]')).fault).toEqual({ byte: 3, message: "a comma or ] was expected, found '2'" });
    expect(scan(Buffer.from('{"a":1,}')).fault?.message).toContain('a key in double quotes');
    expect(scan(Buffer.from('"a\nb"')).fault?.message).toBe('a line end inside a string must be escaped');
    expect(scan(Buffer.from('01')).fault?.byte).toBe(1);
    expect(scan(Buffer.from('')).fault?.message).toBe('there is no value');
  });

  it('cuts a string of any length without splitting an escape or a character', () => {
    for (const filler of ['\\ud83d\\ude00', '\\n', '😀', 'é', 'x', '\\\\']) {
      for (let shift = 0; shift < 12; shift += 1) {
        const { text, fault } = scan(Buffer.from(`["${'a'.repeat(shift)}${filler.repeat(9_000)}"]`));
        expect(fault).toBeUndefined();
        const [shown] = JSON.parse(text);
        expect(shown.isWellFormed()).toBe(true);
        expect(shown.endsWith('…')).toBe(true);
      }
    }
  });
});

interface Options {
  readonly piece?: number;
  readonly rest?: 'quiet' | 'skip';
}

function scan(bytes: Buffer, { piece = Math.max(1, bytes.length), rest = 'quiet' }: Options = {}) {
  const pruner = new JsonPruner({ limits: limitsFor(2), cuts: new Cuts(), rest, pretty: true });
  const scanner = new JsonScanner(pruner);
  for (let at = 0; at < bytes.length; at += piece) scanner.feed(bytes.subarray(at, at + piece));
  scanner.end();
  return { fault: scanner.fault, text: pruner.finish(), members: pruner.members, root: pruner.root };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const depthOf = (text: string): number => text.replace(/[^[]/g, '').length;
