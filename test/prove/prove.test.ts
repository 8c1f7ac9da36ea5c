import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { parseJunit } from '#project/test-runners/junit-xml.ts';
import { ProveReport } from '#workflows/prove/prove-report.ts';
import { BIN, COMPILED } from '../cli/assay.ts';
import { slow, unlessSlow } from '../gated-pr/slow.ts';
import { probedSandbox } from '../sandbox-here.ts';
import { BASE, branchWith, CLAMP_CODE, CLAMP_TEST } from './project.ts';

const cannot = await probedSandbox();

interface Said {
  readonly code: number;
  readonly out: string;
  readonly report: ProveReport | null;
}

function prove(repository: string, ...args: string[]): Promise<Said> {
  const { PATH = '' } = process.env;
  const env = { PATH, HOME: repository, ASSAY_HOME: tempFolder(), NO_COLOR: '1', ...COMPILED };
  return new Promise((resolve) => {
    execFile(BIN, ['prove', ...args], { cwd: repository, env }, (error, out) => {
      const report = args.includes('--json') ? ProveReport.safeParse(JSON.parse(out || 'null')) : null;
      resolve({ code: error ? Number(error.code) : 0, out, report: report?.success ? report.data : null });
    });
  });
}

const outcomes = (report: ProveReport | null) =>
  Object.fromEntries(report?.checks.map(({ check, outcome }) => [check, outcome]) ?? []);

describe.skipIf(cannot !== null)(`G13.1 assay prove${cannot === null ? '' : ` (${cannot})`}`, () => {
  it('refuses a change of how tests are run, and takes no waiver without a reason', { timeout: 120_000 }, async () => {
    const repository = branchWith({ ...CLAMP_CODE, ...CLAMP_TEST, ...SCRIPT });
    const { code, report } = await prove(repository, 'main..feat', '--json');
    expect([code, report?.outcome, outcomes(report)]).toMatchObject([
      1,
      'refused',
      { tamper: 'refused', challenge: 'unmeasured' },
    ]);
    expect((await prove(repository, 'main..feat', '--waive', 'TEST_CONFIG_CHANGED')).code).toBe(2);
  });

  it('has nothing to prove where no code changed', { timeout: 60_000 }, async () => {
    const { code, out } = await prove(branchWith({ 'README.md': '# Sums, and more\n' }), 'main..feat');
    expect([code, out]).toEqual([0, expect.stringContaining('no code changed: nothing to prove')]);
  });
});

describe.skipIf(cannot !== null || !slow)(`G13.1 assay prove, measured${cannot ?? unlessSlow}`, () => {
  it('proves honest work of several commits as one change, and writes its reports', { timeout: 240_000 }, async () => {
    const repository = branchWith(CLAMP_TEST, CLAMP_CODE);
    const out = tempFolder();
    const [junit = '', sarif = '', markdown = ''] = ['j.xml', 's.sarif', 'm.md'].map((name) => join(out, name));
    const files = ['--junit', junit, '--sarif', sarif, '--markdown', markdown];
    const { code, report } = await prove(repository, 'main..feat', '--json', ...files);
    expect(report?.checks.filter(({ required, outcome }) => required && outcome !== 'proven')).toEqual([]);
    expect([code, report?.outcome, report?.commits.length]).toEqual([0, 'proven', 2]);
    expect(report?.tests.proving).toEqual(['test/clamp.test.js > clamps']);
    const read = parseJunit(readFileSync(junit, 'utf8'));
    expect(read.ok && read.report.cases.filter(({ failure, error }) => failure || error)).toEqual([]);
    expect(JSON.parse(readFileSync(sarif, 'utf8'))).toMatchObject({ version: '2.1.0' });
    expect(readFileSync(markdown, 'utf8')).toContain('## assay prove: proven');
  });

  it('refuses a test that passes without the code', { timeout: 240_000 }, async () => {
    const idle = { 'test/idle.test.js': BASE['test/sum.test.js'].replace("'adds'", "'adds again'") };
    const { code, report } = await prove(branchWith({ ...CLAMP_CODE, ...idle }), 'main..feat', '--json');
    expect([code, report?.outcome]).toEqual([1, 'refused']);
    const red = report?.checks.find(({ check }) => check === 'red');
    expect(red?.outcome === 'refused' && red.reasons.map((reason) => reason.code)).toEqual(['RED_PASSES']);
  });

  it('measures with a changed configuration where a person waives that', { timeout: 240_000 }, async () => {
    const repository = branchWith({ ...CLAMP_CODE, ...CLAMP_TEST, ...SCRIPT });
    const waiver = ['--waive', 'TEST_CONFIG_CHANGED:.mocharc.json', '--why', 'names the folder'];
    const { code, report } = await prove(repository, 'main..feat', '--json', ...waiver);
    expect([code, outcomes(report)]).toMatchObject([0, { tamper: 'waived', red: 'proven', green: 'proven' }]);
  });
});

const SCRIPT = { '.mocharc.json': '{"retries": 3}\n' };
