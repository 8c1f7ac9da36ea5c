import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openShellParser } from '#code/shell-tree.ts';
import { checkDocuments } from './check-documents.ts';
import { openTree } from './cli/command-tree.ts';
import { askFixture, documentPath, readFixture } from './testing/help-fixture.ts';

describe('T2 any text as a document', () => {
  it('returns findings that are in the text, never an exception', async () => {
    const parser = await openShellParser();
    const opened = await openTree('git', askFixture(readFixture('git')));
    if (!opened.ok) throw new Error(opened.why);
    const documents = (['sound', 'drift'] as const).map((kind) => readFileSync(documentPath('git', kind), 'utf8'));
    const cut = fc.tuple(
      fc.nat(3_000),
      fc.nat(80),
      fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('`', '"', "'", '$(', '<<EOF', '\n```\n', '\\')),
    );
    const mangled = fc
      .tuple(fc.constantFrom(...documents), fc.array(cut, { minLength: 1, maxLength: 5 }))
      .map(([text, cuts]) =>
        cuts.reduce((rest, [at, length, put]) => rest.slice(0, at) + put + rest.slice(at + length), text),
      );
    await fc.assert(
      fc.asyncProperty(fc.array(mangled, { minLength: 4, maxLength: 4 }), async (texts) => {
        const sources = texts.map((text, at) => ({ file: `${at}.md`, text }));
        const { findings } = await checkDocuments(sources, opened.tree, { names: ['git'], inline: true, parser });
        for (const { file, line, word } of findings) {
          const text = sources.find((one) => one.file === file)?.text ?? '';
          expect(line).toBeGreaterThan(0);
          expect(line).toBeLessThanOrEqual(text.split(/\r\n?|\n/).length);
          expect(word).not.toBe('');
        }
      }),
      { numRuns: process.env.ASSAY_SOAK ? 2_500 : 100 },
    );
  }, 600_000);
});
