import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findOnPath } from '#host/find-system.ts';
import { tempFolder } from '#host/testing/temp-folder.ts';

const PATH = '/usr/local/bin:/usr/bin:/bin';

export const has = (program: string): boolean => findOnPath(program, { PATH }) !== null;

/** Programs a test needs; a title that says so when one is absent. */
export function need(...programs: string[]): { readonly skip: boolean; readonly why: string } {
  const absent = programs.filter((program) => !has(program));
  return { skip: absent.length > 0, why: absent.length > 0 ? ` (skipped: ${absent.join(', ')} not installed)` : '' };
}

export interface Outcome {
  readonly stdout: string;
  /** Messages name the shell, so only whether there are any counts. */
  readonly complained: boolean;
  readonly exitCode: number | null;
}

/** Runs a text in a fresh folder with the corpus's files. */
export function runIn(shell: string, text: string): Outcome {
  const cwd = corpusFolder();
  const options = { dash: [], bash: ['--norc', '--noprofile'], zsh: ['--emulate', 'sh', '-f'] }[shell] ?? [];
  const done = spawnSync(shell, [...options, '-c', text], {
    cwd,
    env: { PATH, HOME: cwd, LC_ALL: 'C.UTF-8' },
    input: '',
    timeout: 20_000,
  });
  return { stdout: done.stdout.toString('latin1'), complained: done.stderr.length > 0, exitCode: done.status };
}

function corpusFolder(): string {
  const folder = tempFolder();
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, 'dir'));
  write('a.txt', 'alpha\nbeta\n');
  write('b.txt', 'beta\ngamma\n');
  write('names.txt', 'ada lovelace\n  grace hopper \nalan turing\n');
  write('data.csv', 'id,name,score\n1,ada,3\n2,alan,4\n');
  write('log.txt', 'INFO start\nERROR stop\n');
  write('dir/c.txt', 'charlie\n');
  write('lib.sh', 'greet() { echo "hello $1"; }\n');
  return folder;
}
