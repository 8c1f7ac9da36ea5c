import { z } from 'zod';
import { defineTool } from '#contracts/tool.ts';
import { locate, pathsOf, refuseGit } from '../files/locate.ts';
import type { PathLocks } from '../files/path-locks.ts';
import { isMissing, readTextFile, type TextFile, writeText } from '../files/text-file.ts';
import { type NativeTool, toResult, WRITES } from './native-tool.ts';
import { syntaxFaults } from './syntax-check.ts';

const input = z.object({ path: z.string().min(1), text: z.string().max(5_000_000) });
const output = z.object({ created: z.boolean(), lines: z.number() });

export const writeTool = (folder: string, locks: PathLocks): NativeTool<typeof input, typeof output> => ({
  parallel: false,
  tool: defineTool({
    name: 'write',
    title: 'Write a file',
    description: 'Writes a whole file; folders are made. To change a part of one, use edit.',
    input,
    output,
    annotations: { ...WRITES, idempotent: true },
    examples: [{ title: 'A module', input: { path: 'src/a.ts', text: 'export const a = 1;\n' } }],
    errors: { PATH_OUTSIDE: 'not inside', FILE_UNWRITABLE: 'it cannot be written', FILE_NOT_REGULAR: 'a folder' },
    run: ({ path, text }) =>
      toResult(() =>
        locks.hold([path], async () => {
          const place = { path, asked: path };
          const before = await modeBefore(folder, place);
          await writeText(folder, place, text, before?.mode);
          const lines = text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
          const created = before === undefined;
          const said = `${created ? 'created' : 'replaced'} ${path} (${lines} ${lines === 1 ? 'line' : 'lines'})`;
          return { ok: true, output: { created, lines }, text: `${said}${await syntaxFaults(path, text)}` };
        }),
      ),
  }),
  async prepare(wanted) {
    const place = await locate(folder, wanted.path);
    refuseGit(place);
    return { ok: true, action: { type: 'write', paths: pathsOf(place) }, input: { ...wanted, path: place.path } };
  },
});

/** Of an existing file; binary files may be replaced too. */
async function modeBefore(
  folder: string,
  place: { path: string; asked: string },
): Promise<{ mode?: number } | undefined> {
  try {
    const { mode }: TextFile = await readTextFile(folder, place);
    return { mode };
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'FILE_UNREADABLE') return {};
    throw thrown;
  }
}
