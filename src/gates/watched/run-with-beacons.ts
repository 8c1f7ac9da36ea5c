import { randomBytes } from 'node:crypto';
import { posix } from 'node:path';
import type { EvidenceRef, Finding } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { TestCase, TestEvidence } from '#contracts/test-run.ts';
import { Seen, told } from '../challenge/observe/records.ts';
import { isReportedAs } from '../inventory/reported-as.ts';
import { PIPE, type ProjectRunner, type TreeRunner } from '../tree-runner.ts';
import type { Beacon, BeaconLanguage } from './beacon.ts';
import { GO_BEACONS } from './beacons-go.ts';
import { RUST_BEACONS } from './beacons-rust.ts';

const LANGUAGES: Readonly<Record<string, BeaconLanguage>> = { 'go test': GO_BEACONS, 'cargo test': RUST_BEACONS };

export const isBeaconed = ({ runner }: ProjectRunner): boolean => Object.hasOwn(LANGUAGES, runner);

export interface BeaconRun {
  readonly run: TestEvidence;
  readonly evidence: EvidenceRef;
  readonly untrue: readonly Finding[];
  readonly broken: string | null;
}

/** All tests of a compiled language, with a beacon in each that can be parsed. Null where there is none. */
export async function runWithBeacons(
  treeRunner: TreeRunner,
  tree: TreeHash,
  runner: ProjectRunner,
  signal: AbortSignal,
): Promise<BeaconRun | null> {
  const language = LANGUAGES[runner.runner];
  if (!language) return null;
  const inRoot = (path: string): boolean => runner.root === '.' || path.startsWith(`${runner.root}/`);
  const paths = (await treeRunner.list(tree)).filter((path) => language.file.test(path) && inRoot(path));
  const nonce = randomBytes(12).toString('hex');
  const at = `/tmp/${randomBytes(6).toString('hex')}`;
  const place = { nonce, pipe: `${at}/${PIPE}`, key: `k${randomBytes(5).toString('hex')}` };
  const { edits, tests } = language.place(await treeRunner.readAll(tree, paths), place);
  if (tests.length === 0) return null;
  const prepared = await treeRunner.write(tree, edits);
  const { value, evidence, heard } = await treeRunner.test(
    { tree: prepared, of: tree, runner, select: { type: 'all' }, channel: { at, files: {} } },
    signal,
  );
  if (heard === null) return null;
  const { records, lost, foreign } = told(Seen, heard, nonce);
  return {
    ...{ run: value, evidence, untrue: judgeBeacons(value.tests, tests, records, runner) },
    broken:
      foreign > 0
        ? 'something other than the gate wrote on its pipe'
        : lost
          ? 'records that were written are missing'
          : null,
  };
}

/** Tests that are reported as passed, compared with their beacons. Pure. */
export function judgeBeacons(
  reported: readonly TestCase[],
  tests: readonly Beacon[],
  records: readonly Seen[],
  runner: Pick<ProjectRunner, 'runner' | 'root'>,
): Finding[] {
  const fate = fates(records);
  const found: Finding[] = [];
  for (const [name, own] of Map.groupBy(tests, (test) => test.name)) {
    const passed = reported.filter(
      (test) =>
        (test.suites.length === 0 || runner.runner !== 'go test' ? test.title : test.suites[0]) === name &&
        (test.state === 'passed' || test.state === 'failed') &&
        own.some(({ file }) => isReportedAs(runner, posix.join(runner.root, test.file), file)),
    );
    if (passed.length === 0 || passed.some(({ state }) => state === 'failed')) continue;
    for (const test of own) {
      const how = fate.get(test.id);
      const others = own.some((each) => each !== test && isFine(each, fate));
      // Two packages of one folder, or two modules of one target, may have tests of one name.
      if (isFine(test, fate) || (others && how === undefined)) continue;
      found.push(findingOf(test, name, how));
    }
  }
  return found.slice(0, MOST);
}

const MOST = 5;

type Fate = 'began' | 'well' | 'failed';

function fates(records: readonly Seen[]): Map<string, Fate> {
  const fate = new Map<string, Fate>();
  for (const record of records) {
    if (record.k === 'b') fate.set(record.x, 'began');
    if (record.k === 'p') fate.set(record.x, 'well');
    if (record.k === 't') fate.set(record.x, 'failed');
  }
  return fate;
}

const isFine = ({ id, mustFail }: Beacon, fate: ReadonlyMap<string, Fate>): boolean =>
  fate.get(id) === (mustFail ? 'failed' : 'well');

function findingOf({ file, line }: Beacon, name: string, how: Fate | undefined): Finding {
  const what =
    how === undefined
      ? 'its body did not run'
      : how === 'began'
        ? 'it never came to its end'
        : 'it did not end like a passing test';
  return {
    ...{ file, line, severity: 'critical' },
    message: `${file} > ${name} is reported as passed, but ${what}: the report cannot be trusted`,
  };
}
