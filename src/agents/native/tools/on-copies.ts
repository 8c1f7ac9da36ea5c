import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import { Json } from '#contracts/json.ts';
import type { Tool, ToolResult } from '#contracts/tool.ts';
import { enter, openToRead } from '#host/enter-folder.ts';
import { type Located, locate, pathsOf } from '../files/locate.ts';
import { type NativeTool, toResult } from './native-tool.ts';

/** Of one file; tools that stream larger ones are for people. */
const LARGEST = 64 * 1024 * 1024;

/**
 * A tool that reads files by path, for an agent's folder. It opens paths like any program, and an agent's own commands
 * may replace them by links at any time: so it is given copies, which were opened part by part.
 */
export function onCopies(tool: Tool, folder: string): NativeTool {
  const fields = tool.readsFiles ?? [];
  return {
    tool,
    parallel: true,
    async prepare(input) {
      const places = await Promise.all(named(input, fields).map(({ path }) => locate(folder, path)));
      const action =
        places.length === 0
          ? ({ type: 'tool', input: Json.parse(input), readOnly: true } as const)
          : ({ type: 'read', paths: pathsOf(...places) } as const);
      return { ok: true, action, input };
    },
    run: (input, context) => toResult(() => withCopies(tool, folder, input, fields, context)),
  };
}

async function withCopies(
  tool: Tool,
  folder: string,
  input: Readonly<Record<string, unknown>>,
  fields: readonly string[],
  context: Parameters<Tool['run']>[1],
): Promise<ToolResult<Record<string, unknown>>> {
  const scratch = await mkdtemp(join(tmpdir(), 'assay-copies-'));
  try {
    const given: Record<string, unknown> = { ...input };
    for (const { field, path } of named(input, fields)) {
      const copy = join(scratch, basename(path) || 'file');
      await writeFile(copy, await bytesOf(folder, await locate(folder, path)));
      given[field] = basename(copy);
    }
    // Its output contains only the file's name, which the agent chose.
    return await tool.run(given, { ...context, cwd: scratch, env: {} });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

const named = (input: Readonly<Record<string, unknown>>, fields: readonly string[]) =>
  fields.flatMap((field) => (typeof input[field] === 'string' ? [{ field, path: input[field] }] : []));

const bytesOf = (folder: string, place: Located): Promise<Buffer> =>
  enter(folder, place.path, async (inside) => {
    const handle = await openToRead(inside, place.path);
    try {
      const { size } = await handle.stat();
      if (size > LARGEST)
        throw new AssayError('FILE_UNREADABLE', `${place.path} has ${size} bytes; ${LARGEST} are read`, {
          next: 'Read a part of it with the read tool.',
        });
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  });
