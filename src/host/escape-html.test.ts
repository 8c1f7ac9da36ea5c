import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeHtml, scriptJson } from './escape-html.ts';

describe('escapeHtml', () => {
  it('leaves nothing that opens an element, an entity or an attribute', () => {
    expect(escapeHtml(`<a href="x" b='y'>&\``)).toBe('&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;&#96;');
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", '`', 'a', ';') }), (text) => {
        expect(escapeHtml(text).replace(/&(?:amp|lt|gt|quot|#39|#96);/g, '')).not.toMatch(/[<>&"'`]/);
      }),
    );
  });
});

describe('scriptJson', () => {
  it('cannot end its element, and reads as before', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '/script>', '!--', '>', '&', '\u2028', '\u2029', 'é') }),
        (text) => {
          const written = scriptJson({ [text]: [text] });
          expect(written).not.toMatch(/[<>&\u2028\u2029]/);
          expect(JSON.parse(written)).toEqual({ [text]: [text] });
        },
      ),
    );
  });
});
