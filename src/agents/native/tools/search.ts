import { z } from 'zod';
import type { AttemptEnv } from '#contracts/agent.ts';
import { defineTool } from '#contracts/tool.ts';
import { locate, pathsOf } from '../files/locate.ts';
import { readTextFile } from '../files/text-file.ts';
import { ownSearch } from '../search/own-search.ts';
import type { Match } from '../search/query.ts';
import { ripgrep } from '../search/ripgrep.ts';
import { type NativeTool, READS, toResult } from './native-tool.ts';

const input = z.object({
  pattern: z.string().min(1).max(1_000).describe('regular expression'),
  path: z.string().optional().describe('file or folder'),
  glob: z.string().max(300).optional().describe('such as *.ts'),
  ignoreCase: z.boolean().optional(),
  context: z.number().int().min(0).max(20).optional().describe('lines around each match'),
});
const output = z.object({ matches: z.number(), complete: z.boolean() });

export const searchTool = (place: AttemptEnv): NativeTool<typeof input, typeof output> => ({
  parallel: true,
  tool: defineTool({
    name: 'search',
    title: 'Search in files',
    description: 'Lines that match, as path:line:text. Leaves out what .gitignore does.',
    input,
    output,
    annotations: READS,
    examples: [{ title: 'Exports', input: { pattern: '^export ', glob: '*.ts' } }],
    errors: { TOOL_INPUT_INVALID: 'the pattern cannot be read', FILE_MISSING: 'no such path' },
    run: ({ pattern, path = '', glob, ignoreCase = false, context = 0 }, { signal }) =>
      toResult(async () => {
        const query = { pattern, path, ignoreCase, ...(glob === undefined ? {} : { glob }) };
        const found = (await ripgrep(place, query, signal)) ?? (await ownSearch(place.folder, query, signal));
        if (found.type === 'refused') return { ok: false, error: found.error };
        const { shown, left } = await permitted(place, found.lines, signal);
        const notes = [
          ...(left === 0 ? [] : [`[${left} files are left out: they may not be read.]`]),
          ...(found.complete ? [] : ['[There is more. Narrow the pattern, the path or the glob.]']),
        ];
        const lines = context > 0 ? await around(place.folder, shown, context) : shown.map(lineOf);
        const text = [...(lines.length === 0 ? ['No line matches.'] : lines), ...notes].join('\n');
        return { ok: true, output: { matches: shown.length, complete: found.complete }, text };
      }),
  }),
  async prepare(wanted) {
    const where = await locate(place.folder, wanted.path ?? '.');
    return { ok: true, action: { type: 'read', paths: pathsOf(where) }, input: { ...wanted, path: where.path } };
  },
});

/** A folder may be searched; a file in it that may not be read is not shown this way either. */
async function permitted(
  { permit }: AttemptEnv,
  lines: readonly Match[],
  signal: AbortSignal,
): Promise<{ shown: Match[]; left: number }> {
  const files = [...new Set(lines.map(({ path }) => path))];
  const open = new Set<string>();
  for (const path of files) {
    const request = { id: `search ${path}`, tool: 'search', action: { type: 'read' as const, paths: [path] } };
    if ((await permit(request, signal)).type === 'allow') open.add(path);
  }
  return { shown: lines.filter(({ path }) => open.has(path)), left: files.length - open.size };
}

const lineOf = ({ path, rest }: Match): string => `${path}:${rest}`;

const MOST_FILES = 20;
const MOST_CHARS = 30_000;

/** The lines around each match, as `path:line:text` for matches and `path-line-text` for the others. */
async function around(folder: string, matches: readonly Match[], context: number): Promise<string[]> {
  const out: string[] = [];
  const files = [...new Set(matches.map(({ path }) => path))];
  for (const path of files.slice(0, MOST_FILES)) {
    const own = matches.filter((match) => match.path === path);
    const numbers = own.map(({ rest }) => Number(rest.split(':')[0]));
    const text = await readTextFile(folder, { path, asked: path }).catch(() => null);
    if (text === null) {
      out.push(...own.map(lineOf));
      continue;
    }
    const lines = text.text.split(/\r?\n/);
    let last = 0;
    for (const number of numbers) {
      const from = Math.max(last + 1, number - context);
      if (last > 0 && from > last + 1) out.push('--');
      for (let at = from; at <= Math.min(lines.length, number + context); at += 1) {
        const mark = numbers.includes(at) ? ':' : '-';
        out.push(`${path}${mark}${at}${mark}${(lines[at - 1] ?? '').slice(0, 300)}`);
        last = at;
      }
    }
    out.push('--');
    if (out.join('\n').length > MOST_CHARS) break;
  }
  return out.at(-1) === '--' ? out.slice(0, -1) : out;
}
