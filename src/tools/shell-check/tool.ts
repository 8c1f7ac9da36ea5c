import { quote } from '#code/shell-quote.ts';
import { openShellParser } from '#code/shell-tree.ts';
import { AssayError, toErrorInfo } from '#contracts/errors.ts';
import { defineTool } from '#contracts/tool.ts';
import { report } from './report.ts';
import { Input, Output, type Report } from './schema.ts';
import { reportText } from './text.ts';
import { verifySyntax } from './verify.ts';

export const shellCheckTool = () =>
  defineTool({
    name: 'shell-check',
    title: 'Check a shell command',
    description:
      'Tells whether a shell command is POSIX, so that sh, dash, bash and zsh run it alike. Names each construct that is not (arrays, [[ ]], <( ), <<<, brace expansion, local, source, &>, echo -n and many others) with its place, rewrites the command where the outcome stays the same, and says in words what to do where it cannot. Only the shell language is checked, not the options of programs such as sed or grep. With args it quotes words into one safe command. With verify the installed shells check the syntax. Nothing is ever run.',
    input: Input,
    output: Output,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    examples: [
      { title: 'A bash test, rewritten', input: { command: 'if [[ $name == a* ]]; then echo -n "$name"; fi' } },
      { title: 'Something to be done by hand', input: { command: 'diff <(sort a) <(sort b)' } },
      { title: 'Ask the shells too', input: { command: 'read -r a b <<< "$line"; echo "$b"', verify: true } },
      { title: 'Words quoted into a safe command', input: { args: ['printf', '%s\n', "it's", 'a b', '$HOME'] } },
    ],
    errors: {
      TOOL_INPUT_INVALID: 'Neither or both of command and args were given, or a text holds a NUL character.',
    },
    overrun: 'stop',
    positional: ['command'],
    foundTrouble: ({ verdict }) => verdict !== 'posix',
    run: async (input, { env = {}, signal }) => {
      try {
        const parser = await openShellParser();
        try {
          const base = report(commandOf(input), parser);
          const syntax = input.verify ? await verifySyntax(base, env, signal) : [];
          const output: Report = { ...base, syntax };
          return { ok: true, output, text: reportText(output) };
        } finally {
          parser.close();
        }
      } catch (thrown) {
        return { ok: false, error: toErrorInfo(thrown) };
      }
    },
  });

function commandOf({ command, args }: { command?: string | undefined; args?: string[] | undefined }): string {
  if ((command === undefined) === (args === undefined)) {
    throw new AssayError('TOOL_INPUT_INVALID', 'give either command or args', {
      next: 'command is a text to check; args are words to quote.',
    });
  }
  if (command?.includes('\0')) {
    throw new AssayError('TOOL_INPUT_INVALID', 'the command holds a NUL character, which no shell can be given', {
      next: 'Take the NUL out.',
    });
  }
  return command ?? quote(args ?? []);
}
