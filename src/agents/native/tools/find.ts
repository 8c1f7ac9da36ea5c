import { z } from 'zod';
import { defineTool } from '#contracts/tool.ts';
import { globOf } from '../files/glob.ts';
import { locate, pathsOf } from '../files/locate.ts';
import { walkFiles } from '../files/walk.ts';
import { type NativeTool, READS, toResult } from './native-tool.ts';

const input = z.object({
  name: z.string().min(1).max(300).describe('a part of the name, or a glob such as **/*.test.ts'),
  path: z.string().optional().describe('folder'),
});
const output = z.object({ found: z.number(), complete: z.boolean() });

const MOST = 200;
const MOST_LOOKED_AT = 200_000;

/** Finds files by name. */
export const findTool = (folder: string): NativeTool<typeof input, typeof output> => ({
  parallel: true,
  tool: defineTool({
    name: 'find',
    title: 'Find files by name',
    description: 'Paths of files whose name holds a text or fits a glob. Leaves out what .gitignore does.',
    input,
    output,
    annotations: READS,
    examples: [{ title: 'Tests', input: { name: '**/*.test.ts' } }],
    errors: { FILE_MISSING: 'no such folder', PATH_OUTSIDE: 'not inside' },
    run: ({ name, path = '' }) =>
      toResult(async () => {
        const fits = matcherOf(name);
        const found: string[] = [];
        let complete = true;
        let seen = 0;
        for (const entry of walkFiles(folder, path)) {
          seen += 1;
          complete = found.length < MOST && seen < MOST_LOOKED_AT;
          if (!complete) break;
          if (entry.kind !== 'folder' && fits(entry.path)) found.push(entry.path);
        }
        const note = complete ? [] : ['[There is more. Narrow the name or the path.]'];
        const text = found.length === 0 ? 'No file has such a name.' : [...found, ...note].join('\n');
        return { ok: true, output: { found: found.length, complete }, text };
      }),
  }),
  async prepare(wanted) {
    const place = await locate(folder, wanted.path ?? '.');
    return { ok: true, action: { type: 'read', paths: pathsOf(place) }, input: { ...wanted, path: place.path } };
  },
});

/** Without a star it is a part of the name; with one it is a glob, for the name alone if it contains no slash. */
function matcherOf(name: string): (path: string) => boolean {
  if (!/[*?[{]/.test(name)) {
    const wanted = name.toLowerCase();
    return (path) => (wanted.includes('/') ? path : (path.split('/').at(-1) ?? '')).toLowerCase().includes(wanted);
  }
  return globOf(name.includes('/') ? name.replace(/^\.?\//, '') : `**/${name}`);
}
