// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell texts
import { afterAll, describe, expect, it } from 'vitest';
import { openShellParser } from '#code/shell-tree.ts';
import type { CommandUse } from '#contracts/policy.ts';
import { decideCommand } from './decide-command.ts';
import { COMMAND_POLICIES, gateOwnsTests } from './presets.ts';
import { readCommands } from './read-commands.ts';
import type { Lookup } from './started.ts';

const parser = await openShellParser();
afterAll(() => parser.close());

function uses(line: string, lookup: Lookup = {}): readonly CommandUse[] {
  const reading = readCommands(line, { parser, lookup });
  if (reading.type === 'refused') throw new Error(reading.why);
  return reading.uses;
}
/** Program and arguments; `?` for what is not known. */
const shown = ({ program, args }: CommandUse): string =>
  [program ?? '?', ...args.map(({ value }) => value ?? '?')].join(' ');

describe('C8 reading a line', () => {
  it.each([
    ['ls -l', ['ls -l']],
    ['/usr/bin/git push', ['git push']],
    ['./node_modules/.bin/vitest run', ['vitest run']],
    [`g"i"t 'pu'sh`, ['git push']],
    ['a | b && c; d & e', ['a', 'b', 'c', 'd', 'e']],
    ['echo $X "$Y" *.ts a$(b)', ['echo ? ? ? ?', 'b']],
    [
      'env -i A=b nice -n 5 timeout 3 git log',
      ['env -i A=b nice -n 5 timeout 3 git log', 'nice -n 5 timeout 3 git log', 'timeout 3 git log', 'git log'],
    ],
    ['find . -exec a {} \\; -ok b {} +', ['find . -exec a {} ; -ok b {} +', 'a ?', 'b ?']],
    ['xargs -n1 a b', ['xargs -n1 a b', 'a b ?']],
    ['npx -y @scope/tool@2 x', ['npx -y @scope/tool@2 x', 'tool x']],
    ['python3 -m http.server 8', ['python3 -m http.server 8', 'http.server 8']],
    ['bash -c "a; b"', ['bash -c a; b', 'a', 'b']],
    ["git -c alias.x='!a b' x", ['git -c alias.x=!a b x', 'a b']],
    ['f() { a; }; f', ['a', 'f']],
  ])('%s', (line, expected) => {
    expect(uses(line).map(shown)).toEqual(expected);
  });

  it.each(['! ! git push', 'time ! git push', 'time -p ! git push', '! ! { git push; } ]]git push'])(
    'does not take a word of the shell for a program: %s',
    (line) => {
      expect(readCommands(line, { parser })).toMatchObject({
        type: 'refused',
        why: expect.stringContaining('near "!"'),
      });
      for (const policy of Object.values(COMMAND_POLICIES))
        expect(decideCommand(line, policy, { parser }).effect).toBe('deny');
    },
  );

  it('takes such a word for one where no shell reads it', () => {
    expect(uses('! git log').map(shown)).toEqual(['git log']);
    expect(uses("'!' git push").map(shown)).toEqual(['! git push']);
    expect(uses('{ a; }').map(shown)).toEqual(['a']);
  });

  it('says how a command is reached', () => {
    const via = (line: string, program: string) => uses(line).find((use) => use.program === program)?.via;
    expect(via('ls | (echo "$(a)")', 'a')).toEqual(['pipe', 'subshell', 'substitution']);
    expect(via("env A=b sh -c 'time git log'", 'git')).toEqual(['env', 'sh -c', 'time']);
    expect(via('while :; do a; done', 'a')).toEqual(['loop']);
  });

  it('distinguishes written and read files from copies of descriptors', () => {
    const [use] = uses('a <in >out 2>>err 2>&1 &>both >&file 3>&-');
    expect(use?.redirects.map(({ kind, target }) => `${kind} ${target.value}`)).toEqual([
      'read in',
      'write out',
      'write err',
      'write both',
      'write file',
    ]);
    expect(uses('{ a; b; } > out').some(({ redirects }) => redirects[0]?.target.value === 'out')).toBe(true);
    expect(uses('cat <<E > out\nx\nE').some(({ redirects }) => redirects[0]?.target.value === 'out')).toBe(true);
  });

  it('marks invisible characters', () => {
    const kind = (line: string) => uses(line).find(({ hidden }) => hidden)?.hidden?.kind ?? null;
    expect(kind('$CMD a')).toBe('unknown');
    expect(kind("python -c 'x'")).toBe('code');
    expect(kind("perl -ne 'x' f")).toBe('code');
    expect(kind('node -p 1')).toBe('code');
    expect(kind('bash run.sh')).toBe('script');
    expect(kind('. ./x')).toBe('script');
    expect(kind('cat x | sh')).toBe('stdin');
    expect(kind('git nonsense')).toBe('unknown');
    expect(kind('git status')).toBeNull();
    expect(kind('node --version')).toBeNull();
  });

  it.each([
    ['{git,push}'],
    ['if true'],
    ['a\u0000b'],
    [`ls ${'x'.repeat(70_000)}`],
    ['gi\\\nt push'],
    ["sh -c 'if'"],
    ['('.repeat(500)],
  ])('refuses what it cannot read for certain: %j', (line) => {
    const reading = readCommands(line, { parser });
    expect(reading.type).toBe('refused');
    expect(reading.type === 'refused' && reading.why).not.toBe('');
  });

  it('ends with shells in shells without end', () => {
    expect(readCommands('npm run a', { parser, lookup: { script: () => 'npm run a' } }).type).toBe('refused');
  });
});

describe('cheat 21 scripts that only name what they run', () => {
  const scripts: Readonly<Record<string, string>> = {
    check: 'tsc --noEmit && vitest run',
    verify: 'npm run check',
    build: 'tsc -b',
    prebuild: 'jest --ci',
    lint: 'eslint .',
  };
  const files: Readonly<Record<string, string>> = { './t.sh': '#!/bin/sh\nset -e\nnpx vitest "$@"\n', 'ok.sh': 'ls\n' };
  const lookup: Lookup = { script: (name) => scripts[name] ?? null, file: (path) => files[path] ?? null };
  const effect = (line: string) =>
    decideCommand(line, gateOwnsTests(COMMAND_POLICIES.execute), { parser, lookup }).effect;

  it.each([
    ['npm run check', 'deny'],
    ['npm run verify', 'deny'],
    ['yarn check2', 'allow'],
    ['pnpm verify', 'deny'],
    ['node --run check', 'deny'],
    ['npm run build', 'deny'],
    ['pnpm build', 'deny'],
    ['yarn build', 'deny'],
    ['npm run lint', 'allow'],
    ['npm run lint -- --fix', 'allow'],
    ['npm run lint; vitest', 'deny'],
    ['./t.sh', 'deny'],
    ['bash ./t.sh', 'deny'],
    ['source ./t.sh', 'deny'],
    ['bash ok.sh', 'allow'],
  ])('%s: %s', (line, expected) => {
    expect(effect(line)).toBe(expected);
  });

  it('an allowed script name covers its commands, a denial applies inside it', () => {
    const policy = {
      ...COMMAND_POLICIES.ask,
      rules: [{ effect: 'allow', command: 'npm run *' } as const, { effect: 'deny', command: 'eslint *' } as const],
    };
    const decided = (line: string) => decideCommand(line, policy, { parser, lookup }).effect;
    expect([decided('npm run check'), decided('npm run lint'), decided('tsc --noEmit')]).toEqual([
      'allow',
      'deny',
      'ask',
    ]);
  });
});
