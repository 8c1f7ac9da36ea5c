import { join, relative } from 'node:path';
import { levels } from './find-definitions.ts';
import type { Problem } from './problem.ts';
import { readInside } from './read-inside.ts';

export interface Instructions {
  /** For the system prompt; empty where there are none. */
  readonly text: string;
  readonly files: readonly string[];
  readonly problems: readonly Problem[];
}

/** Of all of them together: a model reads them with every call. */
const MOST_BYTES = 48 * 1024;

/**
 * What a project tells every agent, from its top to the folder where one works: the nearest comes last, and so has the
 * last word. In each folder the first of the names that is there counts, since most projects link one to the other.
 */
export async function readInstructions(
  folder: string,
  project: string,
  names: readonly string[] = ['AGENTS.md', 'CLAUDE.md'],
): Promise<Instructions> {
  const parts: string[] = [];
  const files: string[] = [];
  const problems: Problem[] = [];
  let left = MOST_BYTES;
  // The nearest are read first, so that it is the farthest that a limit cuts.
  for (const level of levels(folder, project)) {
    for (const name of names) {
      const file = join(level, name);
      const read = await readInside(file, project, Math.max(0, left));
      if (read.type === 'absent') continue;
      if (read.type === 'refused') {
        problems.push(problem(file, read.why));
        continue;
      }
      if (read.isCut)
        problems.push(
          problem(
            file,
            `only ${Math.max(0, left)} of its ${read.bytes} bytes are read: ${MOST_BYTES} are for all such files together`,
          ),
        );
      left -= Buffer.byteLength(read.text);
      const title = relative(project, file) || name;
      const cut = read.isCut ? '\n[cut here: the file is longer]' : '';
      if (read.text.trim() !== '')
        parts.unshift(`<instructions file="${title}">\n${read.text.trim()}${cut}\n</instructions>`);
      files.unshift(file);
      break;
    }
  }
  return { text: parts.join('\n\n'), files, problems };
}

const problem = (file: string, message: string): Problem => ({
  severity: 'warning',
  file,
  line: null,
  field: null,
  message,
});
