import { z } from 'zod';
import type { ErrorInfo } from '#contracts/errors.ts';
import { defineTool } from '#contracts/tool.ts';
import { locate, pathsOf, refuseGit } from '../files/locate.ts';
import type { PathLocks } from '../files/path-locks.ts';
import { readTextFile, writeText } from '../files/text-file.ts';
import { type NativeTool, toResult, WRITES } from './native-tool.ts';
import { syntaxFaults } from './syntax-check.ts';

const input = z.object({
  path: z.string().min(1),
  old: z.string().min(1).describe('exact text, unique in the file'),
  new: z.string(),
  all: z.boolean().optional().describe('replace every match'),
});
const output = z.object({ replaced: z.number() });

export const editTool = (folder: string, locks: PathLocks): NativeTool<typeof input, typeof output> => ({
  parallel: false,
  tool: defineTool({
    name: 'edit',
    title: 'Edit a file',
    description: 'Replaces a piece of text in a file. old must be found exactly once, unless all is true.',
    input,
    output,
    annotations: WRITES,
    examples: [{ title: 'Rename', input: { path: 'a.ts', old: 'const a', new: 'const b' } }],
    errors: { TOOL_INPUT_INVALID: 'old is not there, or more than once', FILE_MISSING: 'no such file' },
    run: ({ path, old, new: fresh, all }) =>
      toResult(() =>
        locks.hold([path], async () => {
          const place = { path, asked: path };
          const { text, mode } = await readTextFile(folder, place);
          const edited = editedText(text, old, fresh, all === true);
          if (!edited.ok) return { ok: false, error: { ...edited.error, message: `${path}: ${edited.error.message}` } };
          await writeText(folder, place, edited.text, mode);
          return {
            ok: true,
            output: { replaced: edited.lines.length },
            text: `edited ${path} at line ${edited.lines.join(', ')}${await syntaxFaults(path, edited.text)}`,
          };
        }),
      ),
  }),
  async prepare(wanted) {
    const place = await locate(folder, wanted.path);
    refuseGit(place);
    return { ok: true, action: { type: 'write', paths: pathsOf(place) }, input: { ...wanted, path: place.path } };
  },
});

export type Edited =
  | { readonly ok: true; readonly text: string; readonly lines: readonly number[] }
  | { readonly ok: false; readonly error: ErrorInfo };

/** Models write `\n`: in a CRLF file the text is searched and inserted with CRLF. */
export function editedText(text: string, old: string, fresh: string, all: boolean): Edited {
  if (old === fresh) return refused('old and new are the same', 'Give the text as it should be.');
  const crlf = !text.includes(old) && text.includes('\r\n');
  const [wanted, better] = crlf ? [withCrlf(old), withCrlf(fresh)] : [old, keepEndings(text, old, fresh)];
  const found = places(text, wanted);
  const lines = found.map((at) => lineOf(text, at));
  if (found.length === 0) return refused('old is not in it', nearby(text, old));
  if (found.length > 1 && !all) {
    return refused(
      `old occurs ${found.length} times, at lines ${lines.slice(0, 20).join(', ')}${lines.length > 20 ? ' …' : ''}`,
      'Add text around it until it is unique, or set all.',
    );
  }
  return { ok: true, text: text.split(wanted).join(better), lines };
}

const withCrlf = (text: string): string => text.replaceAll(/\r?\n/g, '\r\n');

/** A one-line piece in a CRLF file: the inserted text gets the file's line endings. */
const keepEndings = (text: string, old: string, fresh: string): string =>
  !old.includes('\n') && text.includes('\r\n') && !/[^\r]\n/.test(text) ? withCrlf(fresh) : fresh;

/** Not overlapping, like their replacement. */
function places(text: string, wanted: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) found.push(at);
  return found;
}

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length;

/** Usually only the indentation is wrong. */
function nearby(text: string, old: string): string {
  const [first = ''] = old.trim().split('\n');
  const bare = first.trim();
  const at = bare === '' ? -1 : text.split('\n').findIndex((line) => line.trim() === bare.replace(/\r$/, ''));
  return at === -1
    ? 'Read the file and give its text exactly.'
    : `Its first line is at line ${at + 1}, with other blanks or another line after it: read that part and give it exactly.`;
}

const refused = (message: string, next: string): Edited => ({
  ok: false,
  error: { code: 'TOOL_INPUT_INVALID', message, next },
});
