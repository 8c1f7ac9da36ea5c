import { describe, expect, it } from 'vitest';
import type { TestCase } from '#contracts/test-run.ts';
import type { Seen } from '../challenge/observe/records.ts';
import { GO_BEACONS } from './beacons-go.ts';
import { RUST_BEACONS } from './beacons-rust.ts';
import { judgeBeacons } from './run-with-beacons.ts';

const place = { nonce: 'n', pipe: '/tmp/x/p', key: 'kab' };
const passed = (file: string, title: string, suites: string[] = []): TestCase => ({
  ...{ id: `${file} > ${title}`, file, suites, title, state: 'passed', durationMs: 1 },
});
const began = (x: string): Seen => ({ k: 'b', x, w: 'w', pid: 1, parent: 1 });

describe('G3 beacons in compiled tests', () => {
  const text =
    'package shop\n\nimport "testing"\n\nfunc TestA(t *testing.T) {\n}\n\nfunc TestB(_ *testing.T) {\n}\n\nfunc helper(t *testing.T) {\n}\n';
  const { edits, tests } = GO_BEACONS.place(new Map([['a/x_test.go', text]]), place);
  const runner = { runner: 'go test', root: '.' };

  it('are in every test of Go, on its own line', () => {
    expect(tests.map(({ name, line }) => [name, line])).toEqual([
      ['TestA', 5],
      ['TestB', 8],
    ]);
    expect(edits.get('a/x_test.go')).toContain('func TestA(t *testing.T) { defer kab(t, "g0")();\n}');
    expect(edits.get('a/x_test.go')).toContain('defer kab(nil, "g1")();');
    expect(edits.get('a/kabshop_test.go')).toMatch(/^package shop\n/);
  });

  it('G14.3 contradict a report of tests that did not run, did not end, or failed', () => {
    const report = [passed('a', 'TestA'), passed('a', 'part', ['TestB'])];
    const judge = (records: Seen[]) => judgeBeacons(report, tests, records, runner).map(({ message }) => message);
    expect(judge([])).toEqual([
      expect.stringMatching(/TestA .*did not run/),
      expect.stringMatching(/TestB .*did not run/),
    ]);
    expect(judge([began('g0'), { k: 'p', x: 'g0' }, began('g1')])).toEqual([
      expect.stringMatching(/TestB .*never came/),
    ]);
    expect(judge([began('g0'), { k: 't', x: 'g0', m: 'failed' }, began('g1'), { k: 'p', x: 'g1' }])).toEqual([
      expect.stringMatching(/TestA .*did not end like a passing test/),
    ]);
    expect(judge([began('g0'), { k: 'p', x: 'g0' }, began('g1'), { k: 'p', x: 'g1' }])).toEqual([]);
  });

  it('are put into Rust tests with any attributes, and know those that must panic', () => {
    const source =
      'pub fn a() {}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn one() {\n    }\n\n    #[tokio::test(flavor = "multi_thread")]\n    async fn two() {\n    }\n\n    #[test]\n    #[should_panic(expected = "x[0]")]\n    fn three() {\n    }\n}\n';
    const made = RUST_BEACONS.place(new Map([['src/lib.rs', source]]), place);
    expect(made.tests.map(({ name, mustFail }) => [name, mustFail])).toEqual([
      ['one', false],
      ['two', false],
      ['three', true],
    ]);
    expect(made.edits.get('src/lib.rs')?.split('\n')).toHaveLength(source.split('\n').length);
  });
});
