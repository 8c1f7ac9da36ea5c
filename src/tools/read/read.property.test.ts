import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { type PathStep, writeKeyPath } from '../formats/key-path.ts';
import { bytesSource } from '../formats/source.ts';
import { documents, mangled } from '../formats/testing/documents.ts';
import { hasPython, type PythonParsers, startPythonParsers } from '../formats/testing/python-parsers.ts';
import { RUNS, SOAK_TIMEOUT } from '../formats/testing/soak.ts';
import { type ReadOutcome, readFormatSource } from './read.ts';
import type { Selector } from './slice.ts';

const place = fc.integer({ min: 1, max: 6 });
const range = fc.tuple(place, fc.nat(3)).map(([first, more]) => ({ value: 'x', first, last: first + more }));
const selector: fc.Arbitrary<Selector> = fc.oneof(
  fc
    .constantFrom('.', '[0]', 'a', 'a.b[1]', '[0:3]', '[1].a', '[""]')
    .map((value) => ({ kind: 'path' as const, value })),
  fc
    .constantFrom('/a', '/*', '/a/b', '/*/*[2]', '/a/item[@id]', '/x/*')
    .map((value) => ({ kind: 'element' as const, value })),
  range.map((rows) => ({ kind: 'rows' as const, ...rows })),
  range.map((lines) => ({ kind: 'lines' as const, ...lines })),
);

describe('T6 read: whatever the bytes are', () => {
  let parsers: PythonParsers | undefined;
  beforeAll(() => {
    if (hasPython) parsers = startPythonParsers();
  });
  afterAll(() => parsers?.close());

  for (const [format, document] of Object.entries(documents)) {
    it(`${format}: a part is valid, or the answer gives the reason`, { timeout: SOAK_TIMEOUT }, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.tuple(mangled(document), selector, fc.nat(2), fc.boolean(), fc.constantFrom(120, 65_536)),
          async ([bytes, wanted, around, named, maxBytes]) => {
            const path = named ? `x.${format === 'text' ? 'md' : format}` : 'x';
            const outcome = await readFormatSource({
              source: bytesSource(bytes),
              path,
              selector: wanted,
              around,
              maxBytes,
            });
            expect(await complaint(outcome, parsers)).toBeUndefined();
          },
        ),
        { numRuns: RUNS },
      );
    });
  }

  it('finds in a JSON document what JSON.parse finds there', { timeout: SOAK_TIMEOUT }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 5 }), fc.array(fc.nat(20)), async (value, turns) => {
        const { steps, found } = wander(JSON.parse(JSON.stringify(value)), turns);
        const source = bytesSource(Buffer.from(JSON.stringify(value)));
        const wanted = { kind: 'path', value: writeKeyPath(steps) } as const;
        const outcome = await readFormatSource({
          source,
          path: 'x.json',
          selector: wanted,
          around: 0,
          maxBytes: 1_000_000,
        });
        expect(outcome.ok && JSON.parse(outcome.content)).toEqual(found);
      }),
      { numRuns: RUNS },
    );
  });

  it('reads text that is not source code without an error', { timeout: SOAK_TIMEOUT }, async () => {
    const source = 'class A {\n  run() { return "x"; }\n}\nfunction f(a: number) {}\n';
    await fc.assert(
      fc.asyncProperty(mangled(fc.constant(Buffer.from(source))), async (bytes) => {
        const wanted = { kind: 'symbol', value: 'f' } as const;
        const outcome = await readFormatSource({
          source: bytesSource(bytes),
          path: 'x.ts',
          selector: wanted,
          around: 0,
          maxBytes: 500,
        });
        expect(outcome.ok ? outcome.contentFormat : outcome.why).toMatch(/text|missing/);
      }),
      { numRuns: Math.min(RUNS, 200) },
    );
  });
});

/** A way down into a value, and what is at its end. */
function wander(root: unknown, turns: readonly number[]): { steps: PathStep[]; found: unknown } {
  const steps: PathStep[] = [];
  let found = root;
  for (const turn of turns) {
    if (typeof found !== 'object' || found === null) break;
    const entries = Object.entries(found);
    const [key, value] = entries[turn % Math.max(1, entries.length)] ?? [];
    if (key === undefined) break;
    steps.push(Array.isArray(found) ? { kind: 'index', index: Number(key) } : { kind: 'key', key });
    found = value;
  }
  return { steps, found };
}

async function complaint(outcome: ReadOutcome, parsers: PythonParsers | undefined): Promise<string | undefined> {
  if (!outcome.ok) return outcome.message === '' ? 'no reason' : undefined;
  const { contentFormat, content } = outcome;
  if (contentFormat === 'text' || contentFormat === 'binary') return undefined;
  if (contentFormat === 'yaml') return parseAllDocuments(content).flatMap((document) => document.errors)[0]?.message;
  // A table may be delimited by something else than its name says.
  if (contentFormat === 'csv' || contentFormat === 'tsv') return undefined;
  const wrong = await parsers?.complaint(contentFormat, content);
  return wrong === undefined ? undefined : `${wrong} in ${contentFormat}: ${JSON.stringify(content)}`;
}
