import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from './processes.ts';

/** Shell scripts that their own shell cannot parse. */
export async function checkShell(root: string, paths: readonly string[]): Promise<string[]> {
  const scripts = paths.flatMap((path) => {
    const shell = shellOf(firstLine(join(root, path)));
    return shell === undefined ? [] : [{ path, shell }];
  });
  const answers = await Promise.all(
    scripts.map(async ({ path, shell }) => ({ path, ...(await runTool(shell, ['-n', path], { cwd: root })) })),
  );
  return answers.flatMap(({ path, code, output }) => (code === 0 ? [] : [`${path}: ${output.trim()}`]));
}

/** The shell a first line asks for, or undefined where it asks for none. */
export function shellOf(line: string): string | undefined {
  return /^#!\s*(?:\/usr\/bin\/env\s+|\/(?:usr\/)?bin\/)(sh|bash|dash)\b/.exec(line)?.[1];
}

const firstLine = (path: string): string => readFileSync(path, 'utf8').split('\n', 1)[0] ?? '';
