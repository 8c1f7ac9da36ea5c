import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { quote } from '#code/shell-quote.ts';
import { openShellParser } from '#code/shell-tree.ts';
import { AssayError, toErrorInfo } from '#contracts/errors.ts';
import { defineTool } from '#contracts/tool.ts';
import { reasonOf } from '#host/file-error.ts';
import { report } from './report.ts';
import { LONGEST_SCRIPT, ShellCheckInput, ShellCheckOutput, type ShellReport } from './schema.ts';
import { shellReportText } from './text.ts';
import { verifySyntax } from './verify.ts';

export const shellCheckTool = () =>
  defineTool({
    name: 'shell-check',
    title: 'Check a shell command',
    description:
      'Tells whether a shell command is POSIX, so that sh, dash, bash and zsh run it alike. Names each construct that is not (arrays, [[ ]], <( ), <<<, brace expansion, local, source, &>, echo -n and many others) with its place, rewrites the command where the outcome stays the same, and says in words what to do where it cannot. Only the shell language is checked, not the options of programs such as sed or grep. With file it checks a script. With args it quotes words into one safe command. With verify the installed shells check the syntax. Nothing is ever run.',
    input: ShellCheckInput,
    output: ShellCheckOutput,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    examples: [
      { title: 'A bash test, rewritten', input: { command: 'if [[ $name == a* ]]; then echo -n "$name"; fi' } },
      { title: 'Something to be done by hand', input: { command: 'diff <(sort a) <(sort b)' } },
      { title: 'Ask the shells too', input: { command: 'read -r a b <<< "$line"; echo "$b"', verify: true } },
      { title: 'Words quoted into a safe command', input: { args: ['printf', '%s\n', "it's", 'a b', '$HOME'] } },
    ],
    errors: {
      TOOL_INPUT_INVALID: 'Not exactly one of command, args and file was given, or a text holds a NUL character.',
      FILE_UNREADABLE: 'There is no such file, or it cannot be read.',
    },
    overrun: 'stop',
    readsFiles: ['file'],
    positional: ['command'],
    foundTrouble: ({ verdict }) => verdict !== 'posix',
    run: async (input, { env = {}, signal, cwd }) => {
      try {
        const parser = await openShellParser();
        try {
          const base = report(await commandOf(input, cwd), parser);
          const syntax = input.verify ? await verifySyntax(base, env, signal) : [];
          const output: ShellReport = { ...base, syntax };
          return { ok: true, output, text: shellReportText(output) };
        } finally {
          parser.close();
        }
      } catch (thrown) {
        return { ok: false, error: toErrorInfo(thrown) };
      }
    },
  });

interface Given {
  readonly command?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly file?: string | undefined;
}

async function commandOf({ command, args, file }: Given, cwd: string): Promise<string> {
  if ([command, args, file].filter((each) => each !== undefined).length !== 1) {
    throw new AssayError('TOOL_INPUT_INVALID', 'give one of command, args and file', {
      next: 'command is a text to check; args are words to quote; file is a script.',
    });
  }
  const text = file === undefined ? (command ?? quote([...(args ?? [])])) : await scriptOf(resolve(cwd, file));
  if (text.includes('\0')) {
    throw new AssayError('TOOL_INPUT_INVALID', 'the command holds a NUL character, which no shell can be given', {
      next: 'Take the NUL out.',
    });
  }
  return text;
}

async function scriptOf(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((thrown: unknown) => {
    throw new AssayError('FILE_UNREADABLE', `Cannot read ${path}: ${reasonOf(thrown)}.`, { next: 'Check the path.' });
  });
  if (text.length <= LONGEST_SCRIPT) return text;
  throw new AssayError('TOOL_INPUT_INVALID', `${path} has ${text.length} characters; ${LONGEST_SCRIPT} are checked`, {
    next: 'Check it in parts: give each as command.',
  });
}
