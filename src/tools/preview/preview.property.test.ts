import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { bytesSource } from '../formats/source.ts';
import { documents, mangled } from '../formats/testing/documents.ts';
import { hasPython, type PythonParsers, startPythonParsers } from '../formats/testing/python-parsers.ts';
import { RUNS, SOAK_TIMEOUT } from '../formats/testing/soak.ts';
import { type Preview, previewSource } from './preview.ts';

/** Every file is large to it, so that parts are passed over unchecked. */
const SHORT_SIGHTED = { whole: 0, sample: 1 };

describe('T5 preview: whatever the bytes are', () => {
  let parsers: PythonParsers | undefined;
  beforeAll(() => {
    if (hasPython) parsers = startPythonParsers();
  });
  afterAll(() => parsers?.close());

  for (const [format, document] of Object.entries(documents)) {
    it(`${format}: a valid document, or one after an accident, gives a valid preview or a position`, {
      timeout: SOAK_TIMEOUT,
    }, async () => {
      const request = fc.tuple(mangled(document), fc.constantFrom(1, 2, 5), fc.boolean(), fc.boolean(), fc.boolean());
      await fc.assert(
        fc.asyncProperty(request, async ([bytes, max, count, named, shortSighted]) => {
          const preview = await previewSource({
            source: bytesSource(bytes),
            path: named ? `x.${format === 'text' ? 'md' : format}` : 'x',
            max,
            count,
            reach: shortSighted ? SHORT_SIGHTED : undefined,
          });
          expect(await complaint(preview, parsers)).toBeUndefined();
          if (preview.problem) expect(preview.problem.byte).toBeLessThanOrEqual(bytes.length);
        }),
        { numRuns: RUNS },
      );
    });
  }

  it.skipIf(!hasPython)('the previews were read by parsers of Python too (needs python3 with tomllib)', async () => {
    expect(await parsers?.complaint('json', '[1,')).toContain('JSONDecodeError');
  });
});

async function complaint(preview: Preview, parsers: PythonParsers | undefined): Promise<string | undefined> {
  const { previewFormat, preview: text, problem } = preview;
  if (problem?.message.includes('a fault of the preview')) return problem.message;
  if (previewFormat === 'text' || previewFormat === 'binary') return undefined;
  if (previewFormat === 'yaml') return parseAllDocuments(text).flatMap((document) => document.errors)[0]?.message;
  const delimiter = preview.shape?.delimiter;
  if (delimiter !== undefined && delimiter !== ',' && delimiter !== '\t') return undefined;
  const wrong = await parsers?.complaint(previewFormat === 'csv' && delimiter === '\t' ? 'tsv' : previewFormat, text);
  return wrong === undefined ? undefined : `${wrong} in ${previewFormat}: ${JSON.stringify(text)}`;
}
