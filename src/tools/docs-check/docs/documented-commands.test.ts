import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShellParser, type ShellParser } from '#code/shell-tree.ts';
import { documentedCommands } from './documented-commands.ts';

let parser: ShellParser;
beforeAll(async () => {
  parser = await openShellParser();
});
afterAll(() => parser.close());

const read = (lines: readonly string[]) => documentedCommands(lines.join('\n'), new Set(['tool']), parser);
/** `LINE: word word`, one for each command. */
const shown = (lines: readonly string[]): string[] =>
  read(lines).commands.map(
    ({ words, lineOf }) => `${words[0] ? lineOf(words[0]) : 0}: ${words.map(({ text }) => text).join(' ')}`,
  );
const block = (language: string, ...lines: string[]): string[] => [`\`\`\`${language}`, ...lines, '```'];

describe('T2.2 commands that a document shows', () => {
  it.each(['sh', 'bash', 'shell', 'zsh', 'console', 'bash title="x"', '{.sh}'])(
    'are read from a block in %s',
    (language) => {
      expect(shown(block(language, 'tool run'))).toEqual(['2: tool run']);
    },
  );

  it.each(['', 'text', 'python', 'json'])('are not read from a block in "%s" without a prompt', (language) => {
    expect(shown(block(language, 'tool run'))).toEqual([]);
  });

  it('are read from a block without a language when it has prompts, fenced or indented', () => {
    expect(shown(block('', '$ tool run', 'tool printed'))).toEqual(['2: tool run']);
    expect(shown(['text', '', '    $ tool run', '    tool printed'])).toEqual(['3: tool run']);
  });

  it('are the typed lines of a session, not the printed ones', () => {
    const session = [
      '$ tool one',
      'tool printed',
      '(venv) $ tool two \\',
      '    --flag',
      'me@host:~$ tool three',
      '# tool comment',
      '❯ tool four',
    ];
    expect(shown(block('console', ...session))).toEqual([
      '2: tool one',
      '4: tool two --flag',
      '6: tool three',
      '8: tool four',
    ]);
  });

  it('continue over here-documents and open quotes in a session', () => {
    const session = ['$ tool in <<EOF', 'tool inside', 'EOF', '$ tool say "a', 'tool b"', 'tool printed'];
    expect(shown(block('console', ...session))).toEqual(['2: tool in', '5: tool say a\ntool b']);
  });

  it('are found in pipes, lists, loops, substitutions, functions and sh -c', () => {
    const lines = [
      'a | tool one && tool two || tool three; tool four &',
      'x=$(tool five "$(tool six)")',
      'for i in 1; do tool seven; done',
      "bash -c 'tool eight'",
      'f() { tool nine; }',
      'if ! tool ten; then :; fi',
    ];
    expect(shown(block('sh', ...lines)).map((one) => one.split(' ').at(2))).toEqual([
      'one',
      'two',
      'three',
      'four',
      'five',
      'six',
      'seven',
      'eight',
      'nine',
      'ten',
    ]);
  });

  it('are found behind sudo, env, xargs, npx, timeout and assignments, by any path', () => {
    const lines = [
      'sudo -u me tool a',
      'A=1 B="x y" tool b',
      'env -u C D=2 tool c',
      'xargs -n 1 tool d',
      'npx tool e',
      'timeout -k 1 5 tool f',
      './bin/tool g',
      'echo tool h',
      'tools i',
    ];
    expect(shown(block('sh', ...lines)).map((one) => one.slice(-1))).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  });

  it('keep comments, redirections and here-documents out of their words', () => {
    expect(shown(block('sh', 'tool a > out 2>&1 < in # tool b', 'tool c <<X | tool d', 'tool e', 'X'))).toEqual([
      '2: tool a',
      '3: tool c',
      '3: tool d',
    ]);
  });

  it('keep placeholders and the options of a synopsis as words', () => {
    expect(shown(block('sh', 'tool show <run id> [--json|--text] [file] --at=<seq>'))).toEqual([
      '2: tool show ‹run_id› --json --text ‹file› --at=‹seq›',
    ]);
  });

  it('do not vanish after a line that is not shell', () => {
    expect(shown(block('sh', 'tool a', ')( output "', 'tool b'))).toEqual(['2: tool a', '4: tool b']);
  });

  it('end with their line, though the grammar reads on after a pipeline', () => {
    const lines = ['a | b', 'tool one --x \\', '  --y', 'A=1 tool two', 'tool three', 'c && d'];
    expect(shown(block('sh', ...lines))).toEqual(['3: tool one --x --y', '5: tool two', '6: tool three']);
  });

  it('are read from inline code that begins with them', () => {
    const lines = ['Use `tool run` or `$ tool stop`,', 'not `the tool run` nor `toolbox`.'];
    expect(shown(lines)).toEqual(['1: tool run', '1: tool stop']);
  });

  it('know the position of a word in a long command', () => {
    const [command] = read(block('sh', '', 'tool \\', '  --a \\', '  --b')).commands;
    expect(command?.words.map((word) => command.lineOf(word))).toEqual([3, 4, 5]);
    expect(command?.text).toBe('tool --a --b');
  });

  it('are left out behind a marker, whatever follows it, and counted', () => {
    const lines = [
      '<!-- docs-check: skip -->',
      '',
      ...block('sh', 'tool a', 'tool b'),
      '',
      '<!-- docs-check: skip (old) -->',
      'Say `tool c`.',
      '',
      'Say `tool d`.',
    ];
    const { commands, skipped } = read(lines);
    expect(commands.map(({ text }) => text)).toEqual(['tool d']);
    expect(skipped).toEqual([
      { line: 3, commands: 2 },
      { line: 9, commands: 1 },
    ]);
  });
});
