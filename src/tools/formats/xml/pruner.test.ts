import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Cuts, limitsFor } from '../limits.ts';
import { documents, mangled } from '../testing/documents.ts';
import { RUNS, SOAK_TIMEOUT } from '../testing/soak.ts';
import { XmlPruner } from './pruner.ts';

const xml = documents.xml ?? fc.constant(Buffer.alloc(0));

describe('T5 the XML pruner', () => {
  it('gives the same whatever the pieces it is fed in', { timeout: SOAK_TIMEOUT }, () => {
    fc.assert(
      fc.property(
        mangled(xml),
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom('quiet', 'skip'),
        (bytes, piece, rest) => {
          expect(prune(bytes, { piece, rest })).toEqual(prune(bytes, { rest }));
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('counts the same whether it parses the rest or passes over it', { timeout: SOAK_TIMEOUT }, () => {
    fc.assert(
      fc.property(xml, (bytes) => {
        expect(prune(bytes, { rest: 'skip' }).collections).toEqual(prune(bytes, { rest: 'quiet' }).collections);
      }),
      { numRuns: RUNS },
    );
  });

  it('is not misled by text that only looks like a tag', () => {
    const text = `<!DOCTYPE r [<!-- don't > --><!ENTITY e "<x>">]><r><!-- <x> --><a t='>'/><![CDATA[<x>]]><?p <x>?><a/><a/></r>`;
    const { collections, fault } = prune(Buffer.from(text), { rest: 'skip' });
    expect(fault).toBeUndefined();
    expect(collections).toEqual([{ path: '/r/a', shown: 2, total: 3 }]);
  });

  it('finds the byte of the mistake', () => {
    expect(prune(Buffer.from('<a>\n <b></c></a>')).fault).toEqual({ byte: 11, message: 'unexpected close tag' });
    expect(prune(Buffer.from('<a>é&nope;</a>')).fault?.byte).toBe(10);
    expect(prune(Buffer.from('<a><b>')).fault?.message).toContain('unclosed tag');
    expect(prune(Buffer.from('<a href="x')).fault).toEqual({
      byte: 0,
      message: 'the tag that begins here is not closed',
    });
  });

  it('refuses bytes that are not in the encoding', () => {
    const bytes = Buffer.concat([Buffer.from('<a>é'), Buffer.from([0xc3]), Buffer.from('</a>')]);
    expect(prune(bytes).fault).toEqual({ byte: 5, message: 'the byte 0xc3 is not UTF-8' });
  });

  it('reads the encoding a document declares', () => {
    const bytes = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>'),
      Buffer.from([0xe9]),
      Buffer.from('</a>'),
    ]);
    expect(prune(bytes).text).toContain('<a>é</a>');
  });
});

function prune(bytes: Buffer, options: { piece?: number; rest?: 'quiet' | 'skip' } = {}) {
  const { piece = Math.max(1, bytes.length), rest = 'quiet' } = options;
  const pruner = new XmlPruner({ limits: limitsFor(2), cuts: new Cuts(), rest, from: 0 });
  for (let at = 0; at < bytes.length && !pruner.fault; at += piece) pruner.feed(bytes.subarray(at, at + piece));
  if (!pruner.fault) pruner.end();
  return { fault: pruner.fault, text: pruner.finish(), collections: pruner.collections };
}
