import { z } from 'zod';
import { AssayError } from '#contracts/errors.ts';
import { defineTool } from '#contracts/tool.ts';
import { enter } from '#host/enter-folder.ts';
import { locate, pathsOf } from '../files/locate.ts';
import { type FolderEntry, linkTarget, walkFiles } from '../files/walk.ts';
import { type NativeTool, READS, toResult } from './native-tool.ts';

const input = z.object({
  path: z.string().optional(),
  depth: z.number().int().min(1).max(20).optional(),
});
const output = z.object({ entries: z.number(), complete: z.boolean() });

const MOST_ENTRIES = 500;
const USUAL_DEPTH = 2;

export const listTool = (folder: string): NativeTool<typeof input, typeof output> => ({
  parallel: true,
  tool: defineTool({
    name: 'list',
    title: 'List files',
    description: 'The tree of a folder, without what .gitignore leaves out.',
    input,
    output,
    annotations: READS,
    examples: [{ title: 'All of src', input: { path: 'src', depth: 5 } }],
    errors: { FILE_MISSING: 'no such folder', PATH_OUTSIDE: 'not inside' },
    run: ({ path = '', depth = USUAL_DEPTH }) =>
      toResult(async () => {
        await mustBeFolder(folder, path);
        const shown: FolderEntry[] = [];
        let complete = true;
        for (const entry of walkFiles(folder, path, { depth })) {
          complete = shown.length < MOST_ENTRIES;
          if (!complete) break;
          shown.push(entry);
        }
        const lines = shown.map((entry) => lineOf(entry, path, folder));
        const note = complete ? [] : [`[There is more: ${MOST_ENTRIES} are shown. List a folder below, or less deep.]`];
        const text =
          lines.length === 0 ? 'The folder is empty (or git ignores its files).' : [...lines, ...note].join('\n');
        return { ok: true, output: { entries: shown.length, complete }, text };
      }),
  }),
  async prepare(wanted) {
    const place = await locate(folder, wanted.path ?? '.');
    return { ok: true, action: { type: 'read', paths: pathsOf(place) }, input: { ...wanted, path: place.path } };
  },
});

async function mustBeFolder(folder: string, path: string): Promise<void> {
  const missing = (cause: unknown): AssayError =>
    new AssayError('FILE_MISSING', `${path} is not a folder here`, { next: 'See what there is with list.', cause });
  await enter(folder, path === '' ? 'any' : `${path}/any`, async () => undefined).catch((thrown) => {
    throw missing(thrown);
  });
}

function lineOf({ path, kind }: FolderEntry, base: string, folder: string): string {
  const below = base === '' ? path : path.slice(base.length + 1);
  const parts = below.split('/');
  const tail = { folder: '/', file: '', other: ' (special)', link: ` -> ${linkTarget(folder, path)}` }[kind];
  return `${'  '.repeat(parts.length - 1)}${parts.at(-1) ?? ''}${tail}`;
}
