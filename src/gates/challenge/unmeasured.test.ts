import { describe, expect, it } from 'vitest';
import { Diff } from '#contracts/workspace.ts';
import type { ChangedFunction, ChangedSource } from './changed-code.ts';
import { isNoticed } from './noticed-when-broken.ts';
import { UNMEASURED } from './part.ts';
import { unmeasuredFiles, unmeasuredFunctions } from './unmeasured.ts';

const fn = (name: string, line: number): ChangedFunction => ({ name, line, exported: true, parameters: 0 });
const source = (path: string, ...functions: ChangedFunction[]): ChangedSource => ({
  ...{ path, language: 'typescript', text: '', functions },
});
const none = { died: [], named: [], untried: false };
const seen = (called: readonly { path: string; line: number; name: string }[]) => ({ called, answered: [] });

describe('G3 a changed function that nothing measured', () => {
  const sources = [source('src/a.ts', fn('one', 1), fn('two', 5), fn('Box.put', 9))];

  it('G14.4 is refused with a code of its own', () => {
    const { findings } = unmeasuredFunctions({ sources }, seen([]), none, 0);
    expect(findings.map(({ line, code }) => [line, code])).toEqual([1, 5, 9].map((line) => [line, UNMEASURED]));
    expect(findings[0]?.message).toMatch(/one could not be measured: no test was seen to call it/);
  });

  it('counts as measured if it was seen to be called, a mutant of it died, or it is already reported', () => {
    const called = [
      { path: 'src/a.ts', line: 1, name: 'one' },
      { path: 'src/b.ts', line: 5, name: 'two' },
    ];
    const { findings } = unmeasuredFunctions(
      ...([{ sources }, seen(called), { ...none, died: [{ path: 'src/a.ts', name: 'Box.put' }] }, 0] as const),
    );
    expect(findings.map(({ line }) => line)).toEqual([5]);
    const named = [
      { path: 'src/a.ts', name: 'two' },
      { path: 'src/a.ts', name: 'Box.put' },
    ];
    expect(unmeasuredFunctions({ sources }, seen(called), { ...none, named }, 0).findings).toEqual([]);
  });

  it('is not measured by its calls alone if mutants were left out; an answer outside counts', () => {
    const place = { path: 'src/a.ts', line: 1, name: 'one' };
    const sole = [source('src/a.ts', fn('one', 1))];
    const late = { ...none, untried: true };
    expect(unmeasuredFunctions({ sources: sole }, seen([place]), late, 0).findings).toHaveLength(1);
    const asked = { called: [place], answered: [place] };
    expect(unmeasuredFunctions({ sources: sole }, asked, late, 0).findings).toEqual([]);
  });

  it('G14.5 may be left to the reviewer by the configuration, or if nothing is under test', () => {
    const allowed = unmeasuredFunctions({ sources }, seen([]), none, 3);
    expect([allowed.findings, allowed.doubts.length]).toEqual([[], 3]);
    const script = unmeasuredFunctions({ sources: [source('scripts/x.ts', fn('main', 1))] }, seen([]), none, 0);
    expect([script.findings, script.doubts.length]).toEqual([[], 1]);
  });

  it('is reported once for all functions inside it', () => {
    const inner = [source('src/a.ts', fn('outer', 1), fn('outer.inner', 2))];
    expect(unmeasuredFunctions({ sources: inner }, seen([]), none, 0).findings).toHaveLength(1);
  });
});

describe('a function that is under test elsewhere', () => {
  const test = (id: string, state: 'passed' | 'failed') => ({ id, state, file: 'a', suites: [], title: id });

  it('G14.11 was measured if a test fails without it that passes with it', () => {
    expect(isNoticed({ tests: [test('a', 'passed')] }, [test('a', 'failed')])).toBe(true);
    expect(isNoticed({ tests: [test('a', 'failed')] }, [test('a', 'failed'), test('b', 'failed')])).toBe(false);
    expect(isNoticed({ tests: [test('a', 'passed')] }, [test('a', 'passed')])).toBe(false);
  });
});

describe('G14.23 a changed program in a language that nothing reads', () => {
  const TREE = 'a'.repeat(40);
  const left = (...paths: string[]) => {
    const files = paths.map((path) => ({
      ...{ path, status: 'added', kind: 'file', oldKind: null, binary: false, added: 1, deleted: 0, truncated: false },
      hunks: [],
    }));
    const { findings } = unmeasuredFiles(
      Diff.parse({ from: TREE, to: TREE, files }),
      [],
      new Set(['src/Looks.vue']),
      0,
    );
    return findings.map(({ file, code }) => [file, code]);
  };

  it('is unmeasured, as one without a runner', () => {
    const programs = ['src/Price.vue', 'sum_amd64.s', 'lib/fast.pyx', 'app/main.kt', 'native/a.cpp'];
    expect(left(...programs)).toEqual(programs.map((path) => [path, UNMEASURED]));
  });

  it('is no style sheet, query, build file or shell script, and no component of which only the looks changed', () => {
    expect(left('a.css', 'schema.sql', 'build.gradle.kts', 'run.sh', 'index.html', 'src/Looks.vue')).toEqual([]);
  });
});
