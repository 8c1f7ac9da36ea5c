import { afterAll, describe, expect, it } from 'vitest';
import { openShellParser } from '#code/shell-tree.ts';
import { covers, parsePattern, touches } from './pattern.ts';
import { readCommands } from './read-commands.ts';
import { isPrintingSed } from './sed-script.ts';

const parser = await openShellParser();
afterAll(() => parser.close());

function useOf(line: string) {
  const reading = readCommands(line, { parser });
  const use = reading.type === 'read' ? reading.uses[0] : undefined;
  if (!use) throw new Error(line);
  return use;
}

describe('C8 patterns that allow', () => {
  it.each([
    ['git push *', 'git push', true],
    ['git push *', 'git push origin main', true],
    ['git push *', 'git -C x push', false],
    ['npm run build', 'npm run build', true],
    ['npm run build', 'npm run build --x', false],
    ['npm run *', 'npm run', true],
    ['npm run * --once', 'npm run a --once', true],
    ['npm run * --once', 'npm run a b --once', false],
    ['rm build/*', 'rm build/a', true],
    ['rm build/*', 'rm build/../src', false],
    ['rm build/*', 'rm build/*', false],
    ['rm build/*', 'rm "build/$x"', false],
    ['ls *', 'ls $x', true],
    ['ls * a', 'ls $x a', false],
    ['ls * a', 'ls "$x" a', true],
    ["echo 'a b'", 'echo "a b"', true],
    ['git log *', './git log', false],
    ['./tool *', './tool x', true],
    ['vitest *', './node_modules/.bin/vitest run', true],
    ['git log *', 'PATH=/x git log', false],
    ['git log *', 'A=b git log', true],
    ['node *', "node -e 'x'", false],
    ['node -e *', "node -e 'x'", true],
    ['node *', 'node build.js', false],
    ['node build.js *', 'node build.js --x', true],
    ['bash *', 'bash run.sh', false],
    ['* *', 'python -c x', false],
    ['git *', 'git $x', false],
  ])('%s on %s: %s', (pattern, line, expected) => {
    expect(covers(parsePattern(pattern), useOf(line))).toBe(expected);
  });
});

describe('C8 patterns that ask or deny', () => {
  it.each([
    ['git push *', 'git push', 'yes'],
    ['git push *', 'git -C x --no-pager push', 'yes'],
    ['git push *', 'git log push', 'no'],
    ['git push *', 'git $x', 'maybe'],
    ['git push *', 'git "p$x"', 'maybe'],
    ['git push *', 'git "x$x"', 'no'],
    ['git push *', '/opt/GIT push', 'yes'],
    ['git push --force *', 'git push origin main --force', 'yes'],
    ['git push --force *', 'git push origin main --forc', 'maybe'],
    ['git push --force *', 'git push origin', 'no'],
    ['git push --force *', 'git push origin -- --force', 'no'],
    ['rm -rf *', 'rm -r -f x', 'yes'],
    ['rm -rf *', 'rm x -fr', 'yes'],
    ['rm -rf *', 'rm -r x', 'no'],
    ['rm -rf *', 'rm -r $x', 'maybe'],
    ['npm run deploy', 'npm --prefix x run deploy', 'yes'],
    ['npm run deploy', 'npm run deploy --now', 'yes'],
    ['npm run deploy', 'npm run deploy other', 'no'],
    ['tool a *', 'tool --opt x a', 'maybe'],
  ])('%s on %s: %s', (pattern, line, expected) => {
    expect(touches(parsePattern(pattern), useOf(line))).toBe(expected);
  });

  it('refuses a pattern that says nothing', () => {
    for (const text of ['', '   ', "git 'x"]) expect(() => parsePattern(text)).toThrow('cannot be read');
  });
});

describe('C8 sed scripts', () => {
  it.each([
    'p',
    '1,5p',
    '/a/,/b/p',
    '$!d',
    's/a/b/g',
    's|a|b|2p',
    'y/ab/cd/',
    '/a/{p;d}',
    '1~2p',
    's/[a-z]*/x/',
    'N;P;D',
  ])('%s only prints', (script) => {
    expect(isPrintingSed(script)).toBe(true);
  });

  it.each([
    'w out',
    's/a/b/w out',
    's/a/b/e',
    'e',
    '1e ls',
    'r f',
    'p;w x',
    's/[/]/x/',
    's/a/b',
    'p w',
    '/a/w x',
    'a text',
    '}{w x',
    's/a/b/;w x',
    's/a/b/gw x',
  ])('%s may do more', (script) => {
    expect(isPrintingSed(script)).toBe(false);
  });
});
