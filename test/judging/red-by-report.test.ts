import { describe, expect, it } from 'vitest';
import { greenProof } from '#gates/proofs/green.ts';
import { redProof } from '#gates/proofs/red.ts';
import { probedSandbox } from '../sandbox-here.ts';
import { codes, type Edits, HEAD, LOOP, PROJECT, ROWS, SLUG, signal, slugGates, TEST, WHOLE } from './slugs.ts';

const lacks = await probedSandbox();

describe.skipIf(lacks !== null)(
  `G3.1 tests are known by what the runner reports of both trees${lacks === null ? '' : ` (not run: ${lacks})`}`,
  { timeout: 120_000 },
  () => {
    const { order, red, rig } = slugGates();

    it('G3.14 a row more in a constant outside of the test is RED, is locked, and passes with the code', async () => {
      const proof = await red(`${HEAD}${ROWS.replace(']];', "], ['a_b', 'a-b']];")}${LOOP}${WHOLE}`);
      expect(codes(proof)).toEqual([]);
      expect(proof.lock?.tests).toMatchObject([{ by: 'report', id: `${TEST} > slug > a_b is a-b` }]);
      expect(proof.output).toContain('they fail on main too');
      const green = (edits: Edits) =>
        order(proof.tree, edits, proof.lock).then((o) => greenProof(rig().treeRunner, o, signal));
      expect(
        codes(await green({ 'src/slug.js': SLUG.replace("' ', '-')", "' ', '-').replaceAll('_', '-')") })),
      ).toEqual([]);
      expect(codes(await green({}))).toContain('LOCKED_TEST_NOT_PASSED');
      expect(codes(await green({ [TEST]: PROJECT[TEST] ?? '' }))).toContain('TEST_SETUP_CHANGED');
    });

    it('G3.13 what the code under test throws is a reason; what the test throws by itself is none', async () => {
      const more = (body: string) => red(`${PROJECT[TEST]}it('reads ?', () => {\n  ${body}\n});\n`);
      expect(codes(await more("assert.deepEqual(parse('?'), []);"))).toEqual([]);
      expect(codes(await more("parse('a')[4].length;"))).toEqual([]);
      expect(codes(await more("parse('a'); throw new Error('later');"))).toEqual(['RED_WRONG_REASON']);
      expect(codes(await more('parse(null.length);'))).toEqual(['RED_WRONG_REASON']);
      expect(codes(await more('parse(nothing);'))).toEqual(['RED_WRONG_REASON']);
    });

    it('G3.17 a row may be changed, and not taken away', async () => {
      expect(codes(await red(`${HEAD}${ROWS.replace("['A', 'a']", "['A', 'A']")}${LOOP}${WHOLE}`))).toEqual([]);
      const fewer = `${HEAD}const ROWS = [['a b', 'a-b']];\n${LOOP}${WHOLE}it('fails', () => assert.equal(slug('a'), 'b'));\n`;
      expect(codes(await red(fewer))).toEqual([]);
      const none = `${HEAD}const ROWS = [];\n${LOOP}${WHOLE}it('fails', () => assert.equal(slug('a'), 'b'));\n`;
      expect(codes(await red(none))).toEqual(['TESTS_REMOVED']);
    });

    it('G3.17 a test may move to another file, as a red one that says most of what it said', async () => {
      const moved = async (name: string, body: string): Promise<string[]> => {
        const parse = `${HEAD}it('${name}', () => {\n  ${body}\n});\n`;
        const asked = await order(rig().base, { [TEST]: `${HEAD}${ROWS}${LOOP}`, 'test/parse.test.js': parse });
        return codes(await redProof(rig().treeRunner, asked, signal));
      };
      const more = "assert.deepEqual(parse('a&b&'), ['a', 'b']);";
      expect(await moved('parses', more)).toEqual([]);
      expect(await moved('reads', more)).toEqual(['TESTS_REMOVED']);
      expect(await moved('parses', "assert.equal(slug('x'), 'y');")).toEqual(['TESTS_REMOVED']);
      expect(await moved('parses', "assert.deepEqual(parse('a&b'), ['a', 'b']);")).toEqual(['RED_PASSES']);
    });

    it('nothing new is told as such', async () => {
      expect(codes(await red(`${PROJECT[TEST]}// a note\n`))).toEqual(['NO_NEW_TEST']);
    });
  },
);
