import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quoteWord } from '#code/shell-quote.ts';
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

export interface ShellRun {
  readonly shell: string;
  readonly text: string;
}

const OPTIONS: Readonly<Record<string, string>> = { bash: '--norc --noprofile', zsh: '--emulate sh -f' };

/**
 * Runs each text in a fresh folder with the corpus's files. All of them are started by one small shell: started from
 * here, each would cost a copy of this process.
 */
export function runAll(runs: readonly ShellRun[]): Outcome[] {
  const root = tempFolder();
  const lines = runs.map(({ shell, text }, at) => {
    fillCorpusFolder(join(root, String(at)));
    const command = `${shell} ${OPTIONS[shell] ?? ''} -c ${quoteWord(text)}`;
    return `cd ${at} && HOME=$PWD ${command} </dev/null >../${at}.out 2>../${at}.err; echo $? >../${at}.code; cd ..`;
  });
  writeFileSync(join(root, 'all.sh'), `${lines.join('\n')}\n`);
  const options = { cwd: root, env: { PATH, LC_ALL: 'C.UTF-8' }, encoding: 'utf8', timeout: 600_000 } as const;
  const done = spawnSync('sh', ['all.sh'], options);
  if (done.status !== 0) throw new Error(`the shells could not be run: ${done.stderr}`);
  return runs.map((_, at) => ({
    stdout: readFileSync(join(root, `${at}.out`), 'latin1'),
    complained: statSync(join(root, `${at}.err`)).size > 0,
    exitCode: Number(readFileSync(join(root, `${at}.code`), 'utf8')),
  }));
}

function fillCorpusFolder(folder: string): void {
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, 'dir'), { recursive: true });
  write('a.txt', 'alpha\nbeta\n');
  write('b.txt', 'beta\ngamma\n');
  write('names.txt', 'ada lovelace\n  grace hopper \nalan turing\n');
  write('data.csv', 'id,name,score\n1,ada,3\n2,alan,4\n');
  write('log.txt', 'INFO start\nERROR stop\n');
  write('dir/c.txt', 'charlie\n');
  write('lib.sh', 'greet() { echo "hello $1"; }\n');
}
