import { describe, expect, it } from 'vitest';
import { TreeHash } from '#contracts/ids.ts';
import { Sha } from '#contracts/workspace.ts';
import { parseJunit } from '#project/test-runners/junit-xml.ts';
import type { ProveReport } from '#workflows/prove/prove-report.ts';
import { plain } from '../../cli/screen.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
import { sarifReport } from './sarif.ts';
import { textReport } from './text.ts';

/** Text of a change that tries to be read as something else. */
const HOSTILE = 'a\u0000b\u001b[31m <img src=x> | `` ]]> "q" \ud800\n# proven';
const reason = { code: 'TEST_MUTED', message: HOSTILE, next: 'Remove the mark.', file: 'test/a b.test.js', line: 3 };
const point = { commit: Sha.parse('a'.repeat(40)), tree: TreeHash.parse('b'.repeat(40)) };
const report: ProveReport = {
  ...{ version: 1, range: 'main..HEAD', base: point, head: point, commits: [{ commit: point.commit, title: HOSTILE }] },
  outcome: 'refused',
  checks: [
    { check: 'tamper', required: true, outcome: 'refused', reasons: [reason], waived: [] },
    { check: 'red', required: true, outcome: 'proven', seen: '1 red on the base' },
    { check: 'green', required: true, outcome: 'unmeasured', reasons: [{ ...reason, code: 'NOT_ASKED' }], waived: [] },
    { check: 'preflight', required: false, outcome: 'unmeasured', reasons: [reason], waived: [] },
    { check: 'mutants', required: true, outcome: 'waived', waived: [{ reason, by: 'p', why: HOSTILE }] },
  ],
  tests: { added: [], changed: [], proving: [HOSTILE] },
  doubts: [`src/a.js:7 ${HOSTILE}`],
  ...{ notes: [], evidence: [], durationMs: 1200 },
};

describe('G13.1 G13.6 reports of assay prove', () => {
  it('are valid JUnit: refused fails, unmeasured is an error, waived and not requested are skipped', () => {
    const read = parseJunit(junitReport([report]));
    expect(read.ok && read.report.claimed).toBe(5);
    expect(
      read.ok &&
        read.report.cases.map(({ classname, failure, error, skipped }) => [
          classname,
          failure ? 'failure' : error ? 'error' : skipped ? 'skipped' : 'passed',
        ]),
    ).toEqual([
      ['assay.tamper', 'failure'],
      ['assay.red', 'passed'],
      ['assay.green', 'error'],
      ['assay.preflight', 'skipped'],
      ['assay.mutants', 'skipped'],
    ]);
  });

  it('are SARIF with a place for each result, waived ones suppressed and doubts as notes', () => {
    const { runs } = JSON.parse(sarifReport([report], '1.2.3'));
    const results = runs[0].results.map((each: { ruleId: string; level: string; suppressions?: unknown }) => [
      each.ruleId,
      each.level,
      each.suppressions !== undefined,
    ]);
    expect(results).toEqual([
      ['TEST_MUTED', 'error', false],
      ['NOT_ASKED', 'warning', false],
      ['TEST_MUTED', 'warning', true],
      ['DOUBT', 'note', false],
    ]);
    expect(runs[0].tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(['DOUBT', 'NOT_ASKED', 'TEST_MUTED']);
    const [first, , , doubt] = runs[0].results;
    expect(first.locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'test/a%20b.test.js', uriBaseId: '%SRCROOT%' },
      region: { startLine: 3 },
    });
    expect(doubt.locations[0].physicalLocation.region.startLine).toBe(7);
  });

  it('are Markdown in which all text of the change is quoted', () => {
    const text = markdownReport([report]);
    expect(text).not.toMatch(/^# proven/m);
    const outside = text.replaceAll(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '');
    expect(outside).not.toContain('<img');
    expect(text).toContain('| tamper | ❌ refused |');
  });

  it('are text that names code, place and next step', () => {
    const lines = textReport(report, plain);
    expect(lines.join('\n')).toContain('TEST_MUTED test/a b.test.js:3: ');
    expect(lines.slice(-2)).toEqual(['refused  1.2 s', expect.stringContaining('--waive CODE')]);
    expect(lines.filter((line) => line.includes('not asked for'))).toHaveLength(1);
  });
});
