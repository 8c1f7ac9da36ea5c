import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '#contracts/json.ts';
import { type Fit, readModelOutput } from './read-output.ts';

const anyObject = (value: Json): Fit =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ok: true, value }
    : { ok: false, problem: 'no object' };
const withA = (value: Json): Fit =>
  typeof value === 'object' && value !== null && 'a' in value ? { ok: true, value } : { ok: false, problem: 'no a' };
const read = (text: string, fit = withA) => readModelOutput(text, fit);

describe('the object in an answer', () => {
  it.each<[string, string, Json, string[]]>([
    ['plain', '{"a":1}', { a: 1 }, []],
    ['with a byte order mark', '\uFEFF{"a":1}', { a: 1 }, ['bom']],
    ['in a fence', 'Here:\n```json\n{"a":1}\n```\nThat is it.', { a: 1 }, ['fence']],
    ['in a fence of tildes', '~~~\n{"a":1}\n~~~', { a: 1 }, ['fence']],
    ['in a fence that is not closed', '```json\n{"a":1}', { a: 1 }, ['fence']],
    ['with a fence in a string', '```json\n{"a":"```\\n```"}\n```', { a: '```\n```' }, ['fence']],
    ['in prose', 'The set {x and y} says {"a":1}, as [1] shows.', { a: 1 }, ['prose']],
    ['after thinking', '<think>maybe {"a":9}?</think>\n{"a":1}', { a: 1 }, ['thinking']],
    ['the one of several that fits', '{"b":1} and {"a":2} and [3]', { a: 2 }, ['prose']],
    ['said twice', '{"a":1}\nAgain: { "a": 1 }', { a: 1 }, ['prose']],
    ['with trailing commas', '{"a":[1,2,],}', { a: [1, 2] }, ['repair']],
    ['with comments', '{"a":1, // one\n /* two */ "b":2}', { a: 1, b: 2 }, ['repair']],
    ['with single quotes', "{'a':'it\\'s'}", { a: "it's" }, ['repair']],
    ['with typographic quotes', '{“a”: “b”}', { a: 'b' }, ['repair']],
    ['with keys and constants of Python', '{a: True, b: None}', { a: true, b: null }, ['repair']],
    ['with a line break in a string', '{"a":"x\ny"}', { a: 'x\ny' }, ['repair']],
    ['with brackets in strings', 'So: {"a":"}] {","b":"[\\""}.', { a: '}] {', b: '["' }, ['prose']],
    ['with a bracket too many', '{"a":1}}', { a: 1 }, ['prose']],
    ['fenced, and otherwise in prose', 'Not {"a":0}:\n```\n{"a":1}\n```', { a: 1 }, ['fence']],
  ])('is read %s', (_, text, value, repairs) => {
    expect(read(text)).toEqual({ type: 'object', value, repairs });
  });

  it.each<[string, string, string]>([
    ['', 'none', 'nothing'],
    ['I have thought about it and all is fine.', 'none', 'prose'],
    ['{"b":1}', 'misfit', 'another object'],
    ['{"a":1} or rather {"a":2}', 'ambiguous', 'two that differ'],
    ['{"a":[1,2', 'cut', 'a cut list'],
    ['```json\n{"a":1,"x":[{"a":2},', 'cut', 'a cut object with a whole one in it'],
    ['Here you are: {"a":"unfin', 'cut', 'a cut string'],
    ['{"a": 1, ...}', 'none', 'an ellipsis'],
    ['{"a": "he said "hi" to me"}', 'none', 'quotes in a string'],
    ['{"a": undefined}', 'none', 'a word that is no value'],
    ['{"a": 007}', 'none', 'a number that is none'],
    ['{"a": 1]', 'none', 'the wrong bracket'],
    ['{"a": "x" + "y"}', 'none', 'a sum of strings'],
  ])('is not made up from %j', (text, why) => {
    expect(read(text)).toMatchObject({ type: 'unreadable', why, problem: expect.any(String) });
  });

  it('shows what there is of a cut one, without using it', () => {
    expect(read('{"a":[1,2')).toMatchObject({ why: 'cut', value: { a: [1, 2] } });
  });
});

const objects = fc
  .dictionary(
    fc.string(),
    fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value))),
  )
  .filter((each) => Object.keys(each).length > 0);
const words = fc
  .array(fc.constantFrom('Well,', 'it’s', 'done:', 'see (1)', 'a/b', '“so”', '\n', 'user’s'))
  .map((list) => list.join(' '));

describe('whatever the object', () => {
  it('is found unchanged in prose and in fences', () => {
    fc.assert(
      fc.property(objects, words, words, fc.constantFrom(undefined, 2), (object, before, after, indent) => {
        const json = JSON.stringify(object, null, indent);
        expect(read(`${before}\n${json}\n${after}`, anyObject)).toMatchObject({ type: 'object', value: object });
        expect(read(`${before}\n\`\`\`json\n${json}\n\`\`\`\n${after}`, anyObject)).toMatchObject({
          type: 'object',
          value: object,
        });
      }),
    );
  });

  it('is read the same with a trailing comma and comments', () => {
    fc.assert(
      fc.property(objects, (object) => {
        const sloppy = `/* it */ ${JSON.stringify(object).replace(/\}$/, ', } // done')}`;
        expect(read(sloppy, anyObject)).toMatchObject({ type: 'object', value: object });
      }),
    );
  });

  it('is never completed when it is cut anywhere', () => {
    fc.assert(
      fc.property(objects, fc.double({ min: 0, max: 1, noNaN: true }), (object, share) => {
        const json = JSON.stringify(object, null, 1);
        const cut = json.slice(0, Math.floor(share * (json.length - 1)));
        expect(read(cut, anyObject).type).toBe('unreadable');
        expect(read(`\`\`\`json\n${cut}`, anyObject).type).toBe('unreadable');
      }),
    );
  });

  it('survives any text', () => {
    const messy = fc
      .array(
        fc.constantFrom(
          '{',
          '}',
          '[',
          ']',
          '"',
          "'",
          ':',
          ',',
          '\\',
          '//',
          '/*',
          '*/',
          '```',
          '\n',
          'a',
          '1',
          'true',
          '“',
        ),
      )
      .map((list) => list.join(''));
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), messy),
        (text) => void expect(['object', 'unreadable']).toContain(read(text).type),
      ),
    );
  });

  it('takes time in proportion to the text', () => {
    // Quadratic, each of these would take minutes, and the test's own time would end it.
    for (const text of [
      '{"a":'.repeat(100_000),
      '[x '.repeat(300_000),
      '{"'.repeat(200_000),
      '```\n'.repeat(100_000),
      "{'".repeat(100_000),
    ]) {
      expect(read(text).type).toBe('unreadable');
    }
  });
});
