import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fixtureText } from './fixtures/live.ts';
import { javascriptFailure } from './javascript-failure.ts';
import { parseOwnReport } from './own-report.ts';

const Recording = z.object({
  scenarios: z.object({ property: z.object({ exec: z.unknown(), reports: z.array(z.string()) }) }),
});

const MESSAGE =
  'Property failed after 1 tests\n{ seed: 1, path: "0:1", endOnFailure: true }\nCounterexample: [10]\nShrunk 29 time(s)';
const HINT = '\n\nHint: Enable verbose mode in order to have the list of all failing values encountered during the run';

it('a type error means that code is still missing; a syntax error means that the file is broken', () => {
  const told = (code: string) =>
    `tests/a.test.ts:68:23 - error ${code}: Argument of type 'A' is not assignable to 'B'.`;
  expect(javascriptFailure({ message: told('TS2345') }, '/project').kind).toBe('missing-symbol');
  expect(javascriptFailure({ message: told('TS1005') }, '/project').kind).toBe('syntax');
});

it('a missing module is reported for the file that imports it, if that belongs to the project', () => {
  // Mocha imports a test itself, so that no frame of the project is left.
  const told = (what: string, importer: string) =>
    `Exception during run: Error [ERR_MODULE_NOT_FOUND]: Cannot find ${what} imported from ${importer}\n    at resolve (node:internal/modules/esm/resolve:271:11)\n    at import (/project/node_modules/mocha/lib/esm.cjs:7:1)`;
  const at = (message: string) => javascriptFailure({ message, stack: message }, '/project');
  expect(at(told("module '/project/src/pages.js'", '/project/test/pages.spec.js'))).toMatchObject({
    kind: 'missing-symbol',
    file: 'test/pages.spec.js',
  });
  expect(at(told("package 'x'", '/project/node_modules/y/index.js')).file).toBeUndefined();
  expect(at(told("package 'x'", '/elsewhere/index.js')).file).toBeUndefined();
});

describe('H7.3 a failed property says why', () => {
  it.each(['vitest', 'node-test', 'mocha'])('by its cause, as %s recorded it', async (runner) => {
    const { scenarios } = Recording.parse(JSON.parse(await fixtureText(`recorded/${runner}.json`)));
    const { reports } = scenarios.property;
    const request = { select: { type: 'all' as const }, root: '/project', reports: '/reports' };
    const exec = {
      ...{ outcome: 'exited' as const, exitCode: 1, signal: null, durationMs: 1, leftovers: 0 },
      stdout: { text: '', bytes: 0, truncated: false },
      stderr: { text: '', bytes: 0, truncated: false },
    };
    const failure = parseOwnReport({ request, exec, reports }).tests.find(({ state }) => state === 'failed')?.failure;
    expect(failure).toMatchObject({ kind: 'assertion', counterexample: '[10]' });
    const [told, why] = failure?.message.split('\nCaused by: ') ?? [];
    expect(told).toMatch(/^Property failed after 1 tests\n/);
    expect(told).not.toContain('Hint:');
    expect(why).toMatch(/^AssertionError.*: [\s\S]*10/);
  });

  it('as an assertion with both sides', () => {
    const cause = { name: 'AssertionError', message: 'expected 2 to be 3', expected: '3', actual: '2' };
    const failure = javascriptFailure({ name: 'Error', message: MESSAGE + HINT, cause }, '/project');
    expect(failure).toEqual({
      kind: 'assertion',
      message: `${MESSAGE}\nCaused by: AssertionError: expected 2 to be 3`,
      expected: '3',
      actual: '2',
      counterexample: '[10]',
    });
  });

  it('as the thrown error, with its name once', () => {
    const cause = { name: 'TypeError', message: 'TypeError: x is undefined' };
    expect(javascriptFailure({ message: MESSAGE, cause }, '/project')).toMatchObject({
      kind: 'exception',
      message: `${MESSAGE}\nCaused by: TypeError: x is undefined`,
    });
  });

  it('once, where the message has it already', () => {
    const old = `${MESSAGE}\nGot AssertionError: expected 2 to be 3`;
    const cause = { name: 'AssertionError', message: 'expected 2 to be 3' };
    expect(javascriptFailure({ message: old, cause }, '/project').message).toBe(old);
  });

  it('and no other failure does: its message is whole', () => {
    const cause = { message: 'deeper' };
    expect(javascriptFailure({ message: 'expected 1 to be 2', cause }, '/project').message).toBe('expected 1 to be 2');
  });
});
