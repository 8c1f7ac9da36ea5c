import { join, relative } from 'node:path';
import { levels } from './find-definitions.ts';
import { sha256 } from './hash.ts';
import { withImports } from './imports.ts';
import { INSTRUCTION_FILES } from './instruction-files.ts';
import type { DefinitionProblem } from './problem.ts';
import { readInside } from './read-inside.ts';

export interface InstructionsFile {
  /** From the project's top. */
  readonly path: string;
  readonly text: string;
  /** SHA-256 of what was read. */
  readonly hash: string;
}

export interface Instructions {
  /** For the system prompt; empty where there are none. */
  readonly text: string;
  readonly files: readonly InstructionsFile[];
  readonly problems: readonly DefinitionProblem[];
}

/** Of all of them together: a model reads them with every call. */
const MOST_BYTES = 48 * 1024;

/**
 * A project's instructions for every agent, from its top to the working folder: the nearest comes last, and so takes
 * precedence. In each folder the first existing name counts, since most projects link one to the other.
 */
export async function readInstructions(
  folder: string,
  project: string,
  names: readonly string[] = INSTRUCTION_FILES,
): Promise<Instructions> {
  // The nearest are read first, so that a limit cuts off the farthest.
  const read = await readInstructionsAt(levels(folder, project), project, names);
  const files = read.files.toReversed();
  return { ...read, files, text: instructionsText(files) };
}

/** The same for any folders, in their order; earlier ones get the space. */
export async function readInstructionsAt(
  folders: readonly string[],
  project: string,
  names: readonly string[],
): Promise<Instructions> {
  const files: InstructionsFile[] = [];
  const problems: DefinitionProblem[] = [];
  let left = MOST_BYTES;
  for (const level of folders) {
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
      const whole = await withImports(read.text, file, project, left);
      left -= Buffer.byteLength(whole.text);
      problems.push(...whole.problems);
      const cut = read.isCut ? '\n[cut here: the file is longer; read the rest before you work there]' : '';
      const path = relative(project, file) || name;
      files.push({ path, text: `${whole.text.trim()}${cut}`, hash: sha256(read.text) });
      break;
    }
  }
  return { text: instructionsText(files), files, problems };
}

/** Pure. */
export const instructionsText = (files: readonly Pick<InstructionsFile, 'path' | 'text'>[]): string =>
  files
    .filter(({ text }) => text.trim() !== '')
    .map(({ path, text }) => `<instructions file="${path}">\n${text}\n</instructions>`)
    .join('\n\n');

const problem = (file: string, message: string): DefinitionProblem => ({
  severity: 'warning',
  file,
  line: null,
  field: null,
  message,
});
