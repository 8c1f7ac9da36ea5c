// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell texts
import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openShellParser } from '#code/shell-tree.ts';
import { check } from './check.ts';
import { readCorpus } from './corpus.ts';
import { report } from './report.ts';
import { rewrite } from './rewrite.ts';
import { ShellCheckOutput } from './schema.ts';

const RUNS = process.env.ASSAY_SOAK === '1' ? 10_000 : 500;
vi.setConfig({ testTimeout: process.env.ASSAY_SOAK === '1' ? 3_600_000 : 120_000 });
const parser = await openShellParser();
afterAll(() => parser.close());
const corpus = readCorpus().map(({ text }) => text);
const found = (text: string): string[] => check(parser.parse(text)).findings.map(({ construct }) => construct);

describe('T4 check', () => {
  it('reports the place', () => {
    const { findings } = report('true\n  x=1; [[ $x ]]', parser);
    expect(findings).toMatchObject([{ construct: 'double-bracket', line: 2, column: 8, text: '[[ $x ]]' }]);
  });

  it.each(['function f { :; }', 'local x', 'echo -n x', 'source x', 'a=(1)', 'let x=1'])(
    'is not misled by quotes around %s',
    (text) => {
      expect(found(text).length).toBeGreaterThan(0);
      expect(found(`printf '%s' '${text}'`)).toEqual([]);
      expect(found(`# ${text}`)).toEqual([]);
      expect(found(`cat <<'E'\n${text}\nE`)).toEqual([]);
    },
  );

  it('leaves names alone that the script defines itself', () => {
    expect(found('RANDOM=4; echo "$RANDOM"')).toEqual([]);
    expect(found('which() { command -v "$1"; }; which sh')).toEqual([]);
  });

  it('says unsure, not POSIX, about syntax that it does not understand', () => {
    expect(check(parser.parse('if true; then')).verdict).toBe('unsure');
  });

  it('looks into substitutions and here-documents', () => {
    expect(found('x="$(cat <<< y)"')).toEqual(['here-string']);
    expect(found('cat <<E\n${x^^}\nE')).toEqual(['case-modify']);
  });
});

/** Corpus texts cut, joined and sprinkled with signs: what a hurried hand or a model would write. */
const signs = fc.constantFrom(
  ...'\'"`\\${}()[]<>|&;=#!*?,^@%~+- \n',
  '<<<',
  '[[',
  ']]',
  '((',
  '))',
  '${x',
  '$((',
  "$'",
  '&>',
  '|&',
  'é',
  '\u{1F600}',
);
const mangled = fc
  .tuple(fc.constantFrom(...corpus), fc.constantFrom(...corpus), fc.nat(), fc.nat(), fc.array(signs, { maxLength: 4 }))
  .map(([a, b, i, j, noise]) => a.slice(0, i % (a.length + 1)) + noise.join('') + b.slice(j % (b.length + 1)));
const soup = fc
  .array(fc.oneof(signs, fc.constantFrom('x', 'if ', 'then ', 'echo ', 'for i in ', 'do ', 'done', 'case ', 'EOF')), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''));
const anything = fc.oneof(mangled, soup, fc.string({ unit: 'binary', maxLength: 60 }));

describe('T4 any text', () => {
  it('gives a report that fits its schema and never throws', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const result = ShellCheckOutput.parse(report(text, parser));
        for (const { line, column } of result.findings) expect(Math.min(line, column)).toBeGreaterThanOrEqual(1);
      }),
      { numRuns: RUNS },
    );
  });

  it('has a rewrite that is POSIX and is its own rewrite, or none', () => {
    let rewritten = 0;
    fc.assert(
      fc.property(anything, (text) => {
        const first = rewrite(parser.parse(text), parser);
        if (!first) return;
        rewritten += 1;
        expect(check(parser.parse(first.text)).verdict).toBe('posix');
        expect(rewrite(parser.parse(first.text), parser)?.text).toBe(first.text);
      }),
      { numRuns: RUNS },
    );
    expect(rewritten).toBeGreaterThan(RUNS / 50);
  });
});
