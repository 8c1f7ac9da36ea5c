import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documents, mangled } from '../testing/documents.ts';
import { RUNS, SOAK_TIMEOUT } from '../testing/soak.ts';
import { CsvScanner } from './scanner.ts';

const csv = documents.csv ?? fc.constant(Buffer.alloc(0));

describe('T5 the CSV scanner', () => {
  it('reads what csv-parse reads', { timeout: SOAK_TIMEOUT }, () => {
    fc.assert(
      fc.property(csv, (bytes) => {
        const rows = parse(bytes, { relax_column_count: true, skip_empty_lines: true, relax_quotes: true });
        expect(scan(bytes).rows).toEqual(rows);
      }),
      { numRuns: RUNS },
    );
  });

  it('gives the same whatever the pieces, and counts the same when it only counts', { timeout: SOAK_TIMEOUT }, () => {
    fc.assert(
      fc.property(mangled(csv), fc.integer({ min: 1, max: 7 }), (bytes, piece) => {
        const whole = scan(bytes);
        expect(scan(bytes, { piece })).toEqual(whole);
        const { count, fault } = scan(bytes, { piece, take: 1 });
        expect({ count, fault }).toEqual({ count: whole.count, fault: whole.fault });
      }),
      { numRuns: RUNS },
    );
  });

  it('says where a quote was opened that is never closed, and what follows a closed one', () => {
    expect(scan(Buffer.from('a,b\n"x,1\n2,3\n')).fault?.byte).toBe(4);
    expect(scan(Buffer.from('a,"b"c\n')).fault).toMatchObject({ byte: 5 });
  });

  it('keeps only the beginning of a long field', () => {
    const { rows, fault } = scan(Buffer.from(`a,"${'é'.repeat(100_000)}"\n`));
    expect(fault).toBeUndefined();
    expect(rows[0]?.[1]).toBe('é'.repeat(4_096));
  });

  it('notices rows of another width', () => {
    const scanner = new CsvScanner({ delimiter: ',', onRow: () => 'more' });
    scanner.feed(Buffer.from('a,b\n1,2\n3\n'));
    expect(scanner.uneven).toEqual({ row: 3, columns: 1, at: 8 });
  });
});

function scan(bytes: Buffer, { piece = Math.max(1, bytes.length), take = Number.POSITIVE_INFINITY } = {}) {
  const rows: string[][] = [];
  const scanner = new CsvScanner({
    delimiter: ',',
    onRow: ({ fields }) => (rows.push(fields.map(({ value }) => value)) >= take ? 'enough' : 'more'),
  });
  for (let at = 0; at < bytes.length; at += piece) scanner.feed(bytes.subarray(at, at + piece));
  scanner.end();
  return { rows, count: scanner.rows, fault: scanner.fault };
}
