import { resolve } from 'node:path';
import { AssayError, toErrorInfo } from '#contracts/errors.ts';
import { defineTool, type ToolContext } from '#contracts/tool.ts';
import { USUAL_REACH } from '../formats/format.ts';
import { proveQueries } from '../formats/queries/prove.ts';
import type { ShellQuery } from '../formats/queries/query.ts';
import { suggestQueries } from '../formats/queries/suggest.ts';
import { openTextSource } from '../formats/source.ts';
import { type Preview, previewSource } from './preview.ts';
import { PreviewInput, PreviewOutput } from './schema.ts';
import { previewText } from './text.ts';

export const previewTool = defineTool({
  name: 'preview',
  title: 'Preview a data file',
  description:
    'Shows what a file holds without cutting it in half: the first items of JSON, JSON Lines, YAML, TOML, XML, CSV, ' +
    'TSV, text or bytes, always valid in the format of the file, with the facts next to the data, totals, ' +
    'and queries for jq, yq, xmllint or awk that were run to see that they work. The format is detected from the content. ' +
    'Files of any size are read in constant memory. Of a file that is not valid it tells line, column and byte.',
  input: PreviewInput,
  output: PreviewOutput,
  annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  readsFiles: ['file'],
  examples: [
    { title: 'What is in a package manifest', input: { file: 'package.json' } },
    { title: 'The first three entries of each collection', input: { file: 'package-lock.json', max: 3, count: true } },
    {
      title: 'A script as text, without queries',
      input: { file: 'tsconfig.json', format: 'text', max: 5, queries: false },
    },
  ],
  errors: {
    FILE_MISSING: 'There is no such file.',
    FILE_UNREADABLE: 'The file exists but cannot be read.',
    FILE_NOT_REGULAR: 'It is a folder, a pipe, a socket or a device.',
    TOOL_FAILED: 'The preview was stopped before it was complete.',
  },
  run: async (input, context) => {
    try {
      const output = await previewFile(input, context);
      return { ok: true, output, text: previewText(output) };
    } catch (thrown) {
      return { ok: false, error: toErrorInfo(stoppedOr(thrown, context.signal)) };
    }
  },
});

type Input = ReturnType<typeof PreviewInput.parse>;

async function previewFile(input: Input, context: ToolContext): Promise<PreviewOutput> {
  const { file, max, count, format } = input;
  const path = resolve(context.cwd, file);
  const source = await openTextSource(path);
  let preview: Preview;
  try {
    preview = await previewSource({ source, path, max, count, format, signal: context.signal });
  } finally {
    await source.close();
  }
  const { shape, metadata, collections, leftOut, notes, ...rest } = preview;
  return {
    file,
    valid: rest.problem === undefined,
    ...rest,
    metadata: [...metadata],
    collections: [...collections],
    leftOut: [...leftOut],
    notes: [...notes],
    queries: input.queries && shape ? await provenQueries(suggestQueries(shape), preview, file, context) : [],
  };
}

const provenQueries = (queries: readonly ShellQuery[], preview: Preview, file: string, context: ToolContext) =>
  proveQueries(queries, {
    cwd: context.cwd,
    env: context.env ?? {},
    file,
    small: preview.bytes <= USUAL_REACH.whole,
    preview: preview.preview,
    signal: context.signal,
  });

function stoppedOr(thrown: unknown, signal: AbortSignal): unknown {
  if (!signal.aborted) return thrown;
  return new AssayError('TOOL_FAILED', 'It was stopped before it was complete.', {
    next: 'Ask again; without `count` a large file is not read to its end.',
    cause: thrown,
  });
}
