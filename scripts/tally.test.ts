import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ROOT, runTool } from './processes.ts';
import { closingLines, exitCodeOf, filesToTryAgain, NOTHING, withSecondTry } from './tally.ts';

describe('closingLines', () => {
  it('ends with the counts', () => {
    expect(closingLines({ ...NOTHING, passed: 3 })).toEqual(['3 passed, 0 failed']);
  });

  it('lists what was skipped, why, and what failed, before the counts', () => {
    const skipped = [
      { name: 'a', reason: 'no bwrap' },
      { name: 'b', reason: undefined },
    ];
    expect(closingLines({ passed: 1, failed: ['c'], skipped })).toEqual([
      'skipped: a (no bwrap)',
      'skipped: b (no reason given)',
      'failed: c',
      '1 passed, 1 failed, 2 skipped',
    ]);
  });
});

describe('exitCodeOf', () => {
  it('is zero only when something ran and nothing failed', () => {
    expect(exitCodeOf({ ...NOTHING, passed: 1 })).toBe(0);
    expect(exitCodeOf({ ...NOTHING, passed: 1, failed: ['a'] })).toBe(1);
    expect(exitCodeOf(NOTHING)).toBe(1);
    expect(exitCodeOf({ ...NOTHING, skipped: [{ name: 'a', reason: undefined }] })).toBe(1);
  });
});

describe('the reporter', () => {
  it('counts a real run: tests, a file that does not load, an error outside any test', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-tally-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'tally.json');
    const args = [
      'run',
      '--config',
      'scripts/fixtures/tally/vitest.config.ts',
      '--reporter=./scripts/tally-reporter.ts',
    ];
    await runTool(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), ...args], {
      cwd: ROOT,
      env: { ...process.env, ASSAY_TALLY: path },
    });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      passed: 2,
      failed: [
        'mixed.case.ts > group > fails',
        'broken.case.ts (the file itself)',
        'outside any test: nobody waited for me',
      ],
      skipped: [
        { name: 'mixed.case.ts > group > is skipped with a reason', reason: 'no such program here' },
        { name: 'mixed.case.ts > is skipped without one' },
      ],
    });
  });
});

describe('a second try', () => {
  const failed = (...names: string[]) => ({ passed: 10, failed: names, skipped: [] });

  it('is for few files that drive real machines, never for what is computed', () => {
    expect(filesToTryAgain(failed('test/web/a.test.ts > x', 'test/web/a.test.ts > y', 'test/b.test.ts > z'))).toEqual([
      'test/web/a.test.ts',
      'test/b.test.ts',
    ]);
    expect(filesToTryAgain(failed())).toEqual([]);
    expect(filesToTryAgain(failed('test/a.test.ts > x', 'src/b.test.ts > y'))).toEqual([]);
    expect(filesToTryAgain(failed(...[1, 2, 3, 4].map((n) => `test/${n}.test.ts > x`)))).toEqual([]);
    expect(filesToTryAgain(failed('npm run check: types'))).toEqual([]);
  });

  it('says what passed only then, and keeps what failed again', () => {
    const first = failed('test/a.test.ts > x', 'test/a.test.ts > y');
    const tally = withSecondTry(first, { passed: 1, failed: ['test/a.test.ts > y'], skipped: [] });
    expect(tally).toMatchObject({ passed: 11, failed: ['test/a.test.ts > y'], shaky: ['test/a.test.ts > x'] });
    expect(closingLines(tally)).toContain('passed only at the second try: test/a.test.ts > x');
    expect(exitCodeOf(tally)).toBe(1);
    const nothing = withSecondTry(first, { passed: 0, failed: ['vitest ended without a report'], skipped: [] });
    expect(exitCodeOf(nothing)).toBe(1);
  });
});
