import { homedir } from 'node:os';
import { dirname, isAbsolute, join, relative } from 'node:path';
import type { DefinitionProblem } from './problem.ts';
import { readInside } from './read-inside.ts';

/** As deep as Claude Code follows them. */
const DEEPEST = 5;

/**
 * `@path/to/file` in a CLAUDE.md or AGENTS.md is replaced by that file, as in Claude Code: outside of code, relative to
 * the file that names it. One that leads out of the project is reported and left as it is.
 */
export async function withImports(
  text: string,
  file: string,
  project: string,
  most: number,
): Promise<{ readonly text: string; readonly problems: readonly DefinitionProblem[] }> {
  const problems: DefinitionProblem[] = [];
  const seen = new Set([file]);
  let left = most - Buffer.byteLength(text);
  return { text: await expand(text, file, 1), problems };

  async function expand(from: string, at: string, depth: number): Promise<string> {
    let out = from;
    for (const named of importsIn(from)) {
      const path = placeOf(named, at);
      if (path === null || seen.has(path) || depth > DEEPEST || left <= 0) continue;
      const read = await readInside(path, project, left);
      if (read.type === 'absent') continue;
      if (read.type === 'refused') {
        problems.push({
          severity: 'warning',
          file: at,
          line: null,
          field: null,
          message: `@${named} is not read: ${read.why}`,
        });
        continue;
      }
      seen.add(path);
      left -= Buffer.byteLength(read.text);
      const inner = await expand(read.text, path, depth + 1);
      out += `\n\n[@${named}: ${relative(project, path)}]\n${inner.trim()}`;
    }
    return out;
  }
}

/** Pure. The imports of a text, in order, each once; none from fences or code spans. */
export function importsIn(text: string): string[] {
  const prose = text
    .replaceAll(/^(```|~~~)[\s\S]*?^\1[^\n]*$/gm, '')
    .replaceAll(/`[^`\n]*`/g, '')
    .replaceAll(/<!--[\s\S]*?-->/g, '');
  const found = [...prose.matchAll(/(?<=^|\s)@((?:~\/|\.{1,2}\/|\/)?[\w.-]+(?:\/[\w.-]+)*)/g)].map(([, path = '']) =>
    path.replace(/[.,;:]+$/, ''),
  );
  // `@name` is a person's handle or a package: a file has a folder before it or an extension.
  return [...new Set(found)].filter((path) => path.includes('.') || path.startsWith('~/') || path.startsWith('/'));
}

function placeOf(named: string, at: string): string | null {
  if (named.startsWith('~/')) return join(homedir(), named.slice(2));
  return isAbsolute(named) ? named : join(dirname(at), named);
}
