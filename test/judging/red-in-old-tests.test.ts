import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProofOrder } from '#gates/proof.ts';
import { greenProof } from '#gates/proofs/green.ts';
import { redProof } from '#gates/proofs/red.ts';
import type { TestLock } from '#gates/test-lock.ts';
import { edited, type Files, type GateRig, gateRig } from '../cheats/gate-rig.ts';
import { probedSandbox } from '../sandbox-here.ts';
import { codes, type Edits, HEAD, LOOP, PROJECT, ROWS, SLUG, signal, slugGates, TEST, WHOLE } from './slugs.ts';

const lacks = await probedSandbox();

describe.skipIf(lacks !== null)(
  `G3.1 tests that were there may change, as what the runner reports of both trees says${lacks === null ? '' : ` (not run: ${lacks})`}`,
  { timeout: 120_000 },
  () => {
    const { order, red, rig } = slugGates();

    it('a test that a file of tests only loads is RED though that file did not change, and is locked', async () => {
      const file = 'fixtures/issues/0258.js';
      const text = (PROJECT['fixtures/issues/0001.js'] ?? '').replace('lower case', 'no spaces at the end');
      const asked = await order(rig().base, { [file]: text.replace("slug('A'), 'a'", "slug('a '), 'a'") });
      const proof = await redProof(rig().treeRunner, asked, signal);
      expect(codes(proof)).toEqual([]);
      expect(proof.lock?.tests).toMatchObject([{ by: 'report', id: 'test/issues.test.js > no spaces at the end' }]);
      const green = (edits: Edits) =>
        order(asked.tree, edits, proof.lock).then((o) => greenProof(rig().treeRunner, o, signal));
      expect(codes(await green({ 'src/slug.js': SLUG.replace('text.toLower', 'text.trim().toLower') }))).toEqual([]);
      expect(codes(await green({ [file]: text }))).toEqual(['TEST_SUPPORT_CHANGED']);
    });

    it('an assertion more in a test that was there is RED', async () => {
      const proof = await red(
        `${HEAD}${ROWS}${LOOP}${WHOLE.replace('});\n', "  assert.deepEqual(parse(''), []);\n});\n")}`,
      );
      expect(codes(proof)).toEqual([]);
    });

    it('says what the preflight says of the tests, while they are not locked yet', async () => {
      const edits = { [TEST]: `${PROJECT[TEST]}it('is red', () => {\n  assert.equal(slug('x'), 'y'); // fixme\n});\n` };
      const asked = { ...(await order(rig().base, edits)), preflight: '! grep -rn fixme test' };
      const proof = await redProof(rig().treeRunner, asked, signal);
      expect(codes(proof)).toEqual([]);
      expect(proof.output).toMatch(/The preflight fails on this[\s\S]*slug\.test\.js:\d+:.*fixme/);
      const held = await redProof(rig().treeRunner, { ...asked, preflight: 'grep -rn fixme test' }, signal);
      expect(held.output).not.toContain('preflight');
    });

    it('G3.17 a row may not be taken away beside a new file that does not load yet', async () => {
      const more = `${HEAD.replace('slug.js', 'more.js')}it('is more', () => assert.equal(slug(parse('a')), 'b'));\n`;
      const edits = { 'test/more.test.js': more };
      const beside = async (rows: string): Promise<string[]> => {
        const asked = await order(rig().base, { ...edits, [TEST]: `${HEAD}${rows}${LOOP}${WHOLE}` });
        return codes(await redProof(rig().treeRunner, asked, signal));
      };
      expect(await beside(ROWS)).toEqual([]);
      expect(await beside("const ROWS = [['a b', 'a-b']];\n")).toEqual(['TESTS_REMOVED']);
    });

    it('a test may be replaced by a red one that says most of what it said', async () => {
      const renamed = WHOLE.replace("'parses'", "'parses what is there'").replace("'b']);", "'b', '']);");
      expect(codes(await red(`${HEAD}${ROWS}${LOOP}${renamed}`))).toEqual([]);
      const other = "it('is red', () => {\n  assert.equal(slug('x'), 'y');\n});\n";
      expect(codes(await red(`${HEAD}${ROWS}${LOOP}${other}`))).toEqual(['TESTS_REMOVED']);
    });

    it('a changed test that passes has only gained, and what passed of it passes still', async () => {
      const sure = "it('joins', { skip: slug('a') === 'b' }, () => {\n  assert.throws(() => parse('?'));\n});\n";
      const fails = "it('fails', () => assert.equal(slug('a'), 'b'));\n";
      const on = await edited(rig(), rig().base, { [TEST]: `${PROJECT[TEST]}${sure}` });
      const changed = async (from: string, to: string) =>
        redProof(
          rig().treeRunner,
          await order(on, { [TEST]: `${PROJECT[TEST]}${sure.replace(from, to)}${fails}` }),
          signal,
        );
      expect(codes(await changed("parse('?'));", "parse('?'), Error);"))).toEqual([]);
      expect(codes(await changed("'b' }", "'a' }"))).toEqual(['TEST_WEAKENED']);
      expect(codes(await changed("assert.throws(() => parse('?'));", "assert.ok(parse('a'));"))).toEqual([
        'TEST_WEAKENED',
      ]);
    });

    it('G3.17 assertions may become stricter with the names they have, not looser', async () => {
      const loose = await edited(rig(), rig().base, {
        [TEST]: (PROJECT[TEST] ?? '').replace('assert/strict', 'assert'),
      });
      const asked = await order(loose, {
        [TEST]: `${PROJECT[TEST]}it('fails', () => assert.equal(slug('a'), 'b'));\n`,
      });
      expect(codes(await redProof(rig().treeRunner, asked, signal))).toEqual([]);
      const looser = `${PROJECT[TEST]}it('fails', () => assert.equal(slug('a'), 'b'));\n`.replace(
        'assert/strict',
        'assert',
      );
      expect(codes(await red(looser))).toEqual(['TEST_SETUP_CHANGED']);
    });

    it('a test that main shows red does not make GREEN run everything twice', async () => {
      const proof = await red(`${PROJECT[TEST]}it('dots', () => assert.equal(slug('a.b'), 'a-b'));\n`);
      const asked = await order(proof.tree, { 'src/slug.js': SLUG.replace("' ', '-'", "/[ .]/g, '-'") }, proof.lock);
      const runs: string[] = [];
      const counting: GateRig['treeRunner'] = {
        ...rig().treeRunner,
        test: (one, stop) => {
          runs.push(one.of ?? one.tree);
          return rig().treeRunner.test(one, stop);
        },
      };
      expect(codes(await greenProof(counting, asked, signal))).toEqual([]);
      expect(runs.filter((tree) => tree === asked.tree)).toHaveLength(1);
    });
  },
);

const hasGo = isInstalled('go', 'version');
const GO_TEST = `package slug

import "testing"

func TestSlug(t *testing.T) {
	for _, row := range []struct{ from, to string }{{"a b", "a-b"}} {
		t.Run(row.from, func(t *testing.T) {
			if got := Slug(row.from); got != row.to {
				t.Errorf("got %q, want %q", got, row.to)
			}
		})
	}
}
`;
const GO: Files = {
  'go.mod': 'module example.com/slug\n\ngo 1.19\n',
  'slug.go':
    'package slug\n\nimport "strings"\n\nfunc Slug(s string) string { return strings.ReplaceAll(s, " ", "-") }\n\nfunc First(s string) byte { return s[0] }\n',
  'slug_test.go': GO_TEST,
};

describe.skipIf(lacks !== null || !hasGo)(
  `G3.1 the same in Go, whose tests lie beside the code${hasGo ? '' : ' (not run: go is not installed)'}`,
  { timeout: 120_000 },
  () => {
    let rig: GateRig;
    beforeAll(async () => {
      rig = await gateRig(GO, ['go']);
    }, 60_000);
    afterAll(() => rig.close());

    it('a row is RED and locked; so is what does not compile for want of a symbol; the test file is locked too', async () => {
      const common = {
        base: rig.base,
        testCommand: 'go test ./...',
        acceptedRun: null,
        preflight: 'true',
        mayChange: [],
      };
      const step = async (on: ProofOrder['tree'], edits: Edits, lock: TestLock | null = null) => {
        const tree = await edited(rig, on, edits);
        const asked = { ...common, accepted: on, tree, lock };
        return { tree, proof: await (lock ? greenProof : redProof)(rig.treeRunner, asked, signal) };
      };
      const row = await step(rig.base, {
        'slug_test.go': GO_TEST.replace('{{"a b", "a-b"}}', '{{"a b", "a-b"}, {"A", "a"}}'),
      });
      expect(row.proof.verdict).toMatchObject({ verdict: 'accepted' });
      expect(row.proof.lock?.tests).toMatchObject([{ by: 'report', id: '. > TestSlug > A' }]);
      const code = (GO['slug.go'] ?? '').replace('strings.ReplaceAll(s,', 'strings.ReplaceAll(strings.ToLower(s),');
      expect((await step(row.tree, { 'slug.go': code }, row.proof.lock)).proof.verdict).toMatchObject({
        verdict: 'accepted',
      });
      const weaker = await step(row.tree, { 'slug_test.go': GO_TEST }, row.proof.lock);
      expect(weaker.proof.verdict).toMatchObject({ verdict: 'refused', reasons: [{ code: 'TEST_CHANGED' }] });

      // A panic ends the package: tests behind it had no turn, and are not gone for that.
      const panics = 'package slug\n\nimport "testing"\n\nfunc TestFirst(t *testing.T) {\n\tFirst("")\n}\n';
      const panicked = await step(rig.base, { 'a_test.go': panics });
      expect(panicked.proof.verdict).toMatchObject({ verdict: 'accepted' });
      expect(panicked.proof.lock?.tests).toMatchObject([{ by: 'report', id: '. > TestFirst' }]);
      const hidden = await step(rig.base, {
        'a_test.go': panics,
        'slug_test.go': GO_TEST.replace('TestSlug', 'TestOther'),
      });
      expect(hidden.proof.verdict).toMatchObject({ verdict: 'refused', reasons: [{ code: 'TESTS_REMOVED' }] });

      const lacking = await step(rig.base, {
        'more_test.go':
          'package slug\n\nimport "testing"\n\nfunc TestTitle(t *testing.T) {\n\tif Title("a") != "A" {\n\t\tt.Error("no")\n\t}\n}\n',
      });
      expect(lacking.proof.verdict).toMatchObject({ verdict: 'accepted' });
      expect(lacking.proof.lock?.tests).toMatchObject([{ by: 'file', id: 'more_test.go' }]);
      const title = `${GO['slug.go']}\nfunc Title(s string) string { return strings.ToUpper(s[:1]) + s[1:] }\n`;
      expect((await step(lacking.tree, { 'slug.go': title }, lacking.proof.lock)).proof.verdict).toMatchObject({
        verdict: 'accepted',
      });
    });
  },
);

function isInstalled(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
