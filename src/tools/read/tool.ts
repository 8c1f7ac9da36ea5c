import { resolve } from 'node:path';
import { AssayError, toErrorInfo } from '#contracts/errors.ts';
import { defineTool, type ToolContext } from '#contracts/tool.ts';
import { openTextSource } from '../formats/source.ts';
import { viewCommands } from './commands.ts';
import { readFormatSource } from './read.ts';
import { ReadInput, SliceAnswer } from './schema.ts';
import { selectorOf } from './selector.ts';
import { readText } from './text.ts';

export const readTool = defineTool({
  name: 'read',
  title: 'Read a part of a file',
  description:
    'Reads the part of a file that is asked for, by what it is and not by its line numbers: a function or ' +
    'class of source code, a value of JSON, YAML or TOML by its key path, rows of a table or of JSON Lines, an element ' +
    'of XML, or lines of text, with neighbours if wanted. The part is valid in the format of the file. What is not ' +
    'there is answered with the nearest names. Large files are read in constant memory, and no further than needed.',
  input: ReadInput,
  output: SliceAnswer,
  annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  readsFiles: ['file'],
  examples: [
    { title: 'One value of a JSON file', input: { file: 'package.json', path: 'engines.node' } },
    {
      title: 'A setting and the keys next to it',
      input: { file: 'tsconfig.json', path: 'compilerOptions.strict', around: 2 },
    },
    { title: 'A class of source code by its name', input: { file: 'src/contracts/errors.ts', symbol: 'AssayError' } },
    { title: 'Ten lines of text', input: { file: 'LICENSE', lines: '1-10' } },
  ],
  errors: {
    TOOL_INPUT_INVALID: 'Not exactly one of path, rows, lines, symbol and element was asked for, or a range is none.',
    SLICE_NOT_FOUND: 'The file has no such key, row, line, symbol or element; the nearest names are given.',
    SLICE_UNFIT: 'A file of this format has no such thing to ask for, or the path cannot be read.',
    FILE_MISSING: 'There is no such file.',
    FILE_UNREADABLE: 'The file exists but cannot be read.',
    FILE_NOT_REGULAR: 'It is a folder, a pipe, a socket or a device.',
    TOOL_FAILED: 'Reading was stopped before it was complete.',
  },
  run: async (input, context) => {
    try {
      const output = await readFile(input, context);
      return { ok: true, output, text: readText(output) };
    } catch (thrown) {
      if (!context.signal.aborted) return { ok: false, error: toErrorInfo(thrown) };
      return {
        ok: false,
        error: { code: 'TOOL_FAILED', message: 'It was stopped before it was complete.', next: 'Ask again.' },
      };
    }
  },
});

type Input = ReturnType<typeof ReadInput.parse>;

async function readFile(input: Input, { cwd, signal }: ToolContext): Promise<SliceAnswer> {
  const { file, around, maxBytes, format } = input;
  const selector = selectorOf(input);
  const path = resolve(cwd, file);
  const source = await openTextSource(path);
  try {
    const outcome = await readFormatSource({ source, path, selector, around, maxBytes, format, signal });
    if (!outcome.ok) throw refusal(outcome);
    const { ok: _, leftOut, others = [], ...rest } = outcome;
    return {
      file,
      bytes: source.size,
      ...rest,
      complete: leftOut.length === 0,
      leftOut: [...leftOut],
      others: [...others],
      commands: viewCommands(outcome.format, file),
    };
  } finally {
    await source.close();
  }
}

type Refusal = Extract<Awaited<ReturnType<typeof readFormatSource>>, { ok: false }>;

function refusal(outcome: Refusal): AssayError {
  if (outcome.why === 'unfit') return new AssayError('SLICE_UNFIT', outcome.message, { next: outcome.next });
  const { nearest } = outcome;
  const next = nearest.length > 0 ? `There is: ${nearest.join(', ')}.` : 'Preview the file to see what it holds.';
  return new AssayError('SLICE_NOT_FOUND', outcome.message, { next });
}
