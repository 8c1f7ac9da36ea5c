import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { quoteWord } from '#code/shell-quote.ts';
import { openShellParser } from '#code/shell-tree.ts';
import { decideCommand } from './decide-command.ts';
import { COMMAND_POLICIES, gateOwnsTests } from './presets.ts';

const RUNS = process.env.ASSAY_SOAK === '1' ? 20_000 : 400;
vi.setConfig({ testTimeout: process.env.ASSAY_SOAK === '1' ? 3_600_000 : 120_000 });
const parser = await openShellParser();
afterAll(() => parser.close());

type Around = (line: string) => string;

/** Around any line, as a whole. */
const LINES: readonly Around[] = [
  (line) => `( ${line} )`,
  (line) => `{ ${line}\n}`,
  (line) => `ls && ${line}`,
  (line) => `${line}; ls`,
  (line) => `true || { ${line}\n}`,
  (line) => `ls | { ${line}\n} | cat`,
  (line) => `echo "$( ${line} )"`,
  (line) => `cat <( ${line} )`,
  (line) => `if ls; then ${line}\nfi`,
  (line) => `if ${line}\nthen ls; fi`,
  (line) => `for x in a b; do ${line}\ndone`,
  (line) => `while ${line}\ndo :; done`,
  (line) => `case a in a) ${line}\n;; esac`,
  (line) => `{ f() { ${line}\n}; f; }`,
  (line) => `sh -c ${quoteWord(line)}`,
  (line) => `bash -lc ${quoteWord(line)} name arg`,
  (line) => `/bin/bash -o pipefail -c ${quoteWord(line)}`,
  (line) => `eval ${quoteWord(line)}`,
  (line) => `timeout 9 sh -c ${quoteWord(line)}`,
  (line) => `echo a | xargs -I{} sh -c ${quoteWord(line)}`,
  (line) => `find . -exec sh -c ${quoteWord(line)} \\;`,
  (line) => `env A=b sh -c ${quoteWord(line)}`,
  (line) => `nohup bash -c ${quoteWord(line)} 2>/dev/null`,
];

/** Before a simple command. */
const WORDS: readonly Around[] = [
  (line) => `env A=b ${line}`,
  (line) => `env -i -u B C=d ${line}`,
  (line) => `time ${line}`,
  (line) => `nice -n 5 ${line}`,
  (line) => `nohup ${line}`,
  (line) => `timeout -k 1 5m ${line}`,
  (line) => `setsid -w ${line}`,
  (line) => `stdbuf -oL ${line}`,
  (line) => `command ${line}`,
  (line) => `busybox ${line}`,
];

const nest = (wraps: readonly Around[], core: string): string => wraps.reduce((line, wrap) => wrap(line), core);
/** An assignment only stands at the very front. */
const withFront = (wraps: fc.Arbitrary<Around[]>): fc.Arbitrary<Around[]> =>
  fc.tuple(wraps, fc.boolean()).map(([all, front]) => (front ? [...all, (line: string) => `LC_ALL=C ${line}`] : all));
const words = withFront(fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }));
const lines = fc.array(fc.constantFrom(...LINES), { maxLength: 5 });

const DENIED = [
  'git push origin main',
  'npm publish',
  'rm -rf /',
  'git config --global a b',
  'cargo publish',
  'pkill -f x',
];
const TESTS = [
  'npx vitest run',
  'npm test',
  'python -m pytest -q',
  'go test ./...',
  './node_modules/.bin/jest',
  'make test',
];
const READING = ['ls -la', 'git log --oneline -5', "grep -rn 'a b' src", "sed -n '1,5p' a.ts", 'cat a.ts', 'wc -l a b'];

describe('C8 compositions', () => {
  it('C8.5 a denied command stays denied, whatever is around it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...DENIED), words, lines, (core, inner, outer) => {
        const line = nest(outer, nest(inner, core));
        for (const policy of Object.values(COMMAND_POLICIES)) {
          expect(decideCommand(line, policy, { parser }).effect, line).toBe('deny');
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('C21 a test run stays refused where the gate owns the tests', () => {
    const policy = gateOwnsTests(COMMAND_POLICIES.execute);
    fc.assert(
      fc.property(fc.constantFrom(...TESTS), words, lines, (core, inner, outer) => {
        const line = nest(outer, nest(inner, core));
        const decision = decideCommand(line, policy, { parser });
        expect(decision.effect, line).toBe('deny');
        expect(decision.next, line).toMatch(/submit_work|simple commands/);
      }),
      { numRuns: RUNS },
    );
  });

  /** Without those that are not harmless for a read-only line: `env A=b` is, by its name; busybox is another program. */
  const harmlessWords = WORDS.filter((wrap) => !/busybox|A=b|C=d/.test(wrap('')));
  const harmlessLines = LINES.filter((wrap) => !/A=b|-I\{\}/.test(wrap('')));

  it('a line that only reads stays allowed under harmless compositions', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...READING),
        withFront(fc.array(fc.constantFrom(...harmlessWords), { maxLength: 4 })),
        fc.array(fc.constantFrom(...harmlessLines), { maxLength: 5 }),
        (core, inner, outer) => {
          const line = nest(outer, nest(inner, core));
          const { effect, because } = decideCommand(line, COMMAND_POLICIES.explore, { parser });
          expect(effect, `${line}\n${because.map(({ why, use }) => `${use?.text}: ${why}`).join('\n')}`).toBe('allow');
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('adding a command never makes a line more allowed', () => {
    const order = ['deny', 'ask', 'allow'];
    const some = fc.constantFrom(...DENIED, ...TESTS, ...READING, '$X', 'python -c 1', 'mkdir a', 'echo a > b');
    fc.assert(
      fc.property(some, some, fc.constantFrom(' && ', '; ', ' | ', ' || ', '\n'), (one, two, between) => {
        for (const policy of Object.values(COMMAND_POLICIES)) {
          const rank = (line: string): number => order.indexOf(decideCommand(line, policy, { parser }).effect);
          expect(rank(one + between + two), one + between + two).toBe(Math.min(rank(one), rank(two)));
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('any text is answered, and garbage is never allowed to run something unread', () => {
    const unit = fc.constantFrom(
      ...'ab$\'"`\\{}()[]<>|&;=#!*? \n',
      '$(',
      '${',
      '<<E\n',
      'if ',
      'git push',
      'sh -c ',
      'eval ',
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
        const { effect, because } = decideCommand(text, COMMAND_POLICIES.explore, { parser });
        expect(['allow', 'ask', 'deny']).toContain(effect);
        if (effect === 'deny') expect(because.length).toBeGreaterThan(0);
      }),
      { numRuns: RUNS * 3 },
    );
  });
});
