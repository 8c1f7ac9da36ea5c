import type { Finding } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { TestCase } from '#contracts/test-run.ts';
import { profileFor } from '#project/test-runners/profiles.ts';
import type { TreeRunner } from '../tree-runner.ts';
import type { ChangedCode } from './changed-code.ts';
import { NOTHING, type Part } from './part.ts';

/** Enough to find out; one more file costs little, a hundred take a while. */
const MOST_FILES = 12;

/**
 * Tests that must fail, appended to the files that the change touches. They run last: if one of them passes, something
 * has tampered with the assertions or the runner.
 */
export async function canaries(
  treeRunner: TreeRunner,
  tree: TreeHash,
  code: ChangedCode,
  signal: AbortSignal,
): Promise<Part> {
  const { runner, tests } = code;
  const { canary } = profileFor(runner.runner);
  const files = tests.filter(({ tests: own }) => own !== null && own.length > 0).slice(0, MOST_FILES);
  if (!canary || files.length === 0 || code.sources.length === 0) return NOTHING;
  const mark = `must fail ${Math.random().toString(36).slice(2, 8)}`;
  const edits = new Map(files.map((file) => [file.path, `${file.text}\n${canary.write(mark, file)}\n`]));
  const caged = await treeRunner.write(tree, edits);
  const inRoot = (path: string): string => (runner.root === '.' ? path : path.slice(runner.root.length + 1));
  const select = { type: 'files' as const, files: files.map(({ path }) => inRoot(path)) };
  const { value, evidence } = await treeRunner.test({ tree: caged, runner, select }, signal);
  if (value.outcome.type === 'infrastructure') {
    const { message, next } = value.outcome;
    return { ...NOTHING, evidence: [evidence], unmeasured: { code: 'RUNNER_FAILED', message, next } };
  }
  const sung = value.tests.filter(({ title }) => title.includes(canary.name(mark)));
  const cut = value.outcome.type !== 'ran' ? [] : select.files.filter((file) => isCut(value.tests, sung, file));
  if (sung.length === 0 && cut.length === 0) {
    const why = value.outcome.type === 'ran' ? 'they did not run' : 'the run broke';
    return {
      ...NOTHING,
      doubts: [`whether assertions fail as they should could not be tested: ${why}`],
      evidence: [evidence],
    };
  }
  const silent = sung.filter(({ state }) => state !== 'failed');
  const first = new Map(silent.map((test) => [test.file, test]));
  return {
    findings: [
      ...[...first.values()].map(({ file, title }) => patched(file, title.slice(title.indexOf(mark) + mark.length))),
      ...cut.map(unfinished),
    ],
    doubts: [],
    evidence: [evidence],
  };
}

/** Tests of the file are reported and the one at its end is not: the file, or its report, ended early. */
const isCut = (all: readonly TestCase[], sung: readonly TestCase[], path: string): boolean =>
  all.some(({ file, state }) => file === path && state === 'passed') && !sung.some(({ file }) => file === path);

const unfinished = (file: string): Finding => ({
  file,
  line: null,
  severity: 'critical',
  message: `the tests of ${file} are reported as passed, but a test added at its end, which must fail, is missing from the report: the file does not run to its end, or the report is forged`,
});

const patched = (file: string, title: string): Finding => ({
  file,
  line: null,
  severity: 'critical',
  message: `an assertion that must fail passes in ${file} (\`${title.replace(/^: /, '')}\`): the code or its set-up has changed how assertions or the runner work`,
});
