import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ROOT, runTool } from './processes.ts';
import { closingLines, exitCodeOf, NOTHING } from './tally.ts';

describe('X7.14 closingLines', () => {
  it('ends with the counts', () => {
    expect(closingLines({ ...NOTHING, passed: 3 })).toEqual(['3 passed, 0 failed']);
  });

  it('lists skipped tests with the reason, and failures, before the counts', () => {
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
