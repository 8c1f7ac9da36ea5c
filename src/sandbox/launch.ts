import { shellText } from '#host/program-text.ts';

const script = (name: string): string => shellText(new URL(`./programs/${name}`, import.meta.url));

const START = script('start.sh');
const OUTSIDE = `${script('close-files.sh')}${START}`;
const CLOSE_ALL = `${script('close-all-files.bash')}${START}`;
const INSIDE_SCRIPT = script('inside.sh');

export const FILTER_FD = 4;
export const STATUS_FD = 5;
/** What the wrapper inside prints when there is no such program; with exit code 127. */
export const UNSTARTABLE = 'assay-sandbox: cannot start ';

/** bubblewrap's first process and the wrapper count too. */
const OWN_PROCESSES = 2;
/** The limit for a single file. */
const FILE_BYTES = 4 * 1024 ** 3;

export interface LaunchFiles {
  readonly options: string;
  readonly filter: string;
  readonly status: string;
  readonly left: string;
}

/** The program and arguments that start a command under bubblewrap. */
export function launch(
  bubblewrap: string,
  files: LaunchFiles,
  limits: { readonly processes: number; readonly memoryBytes: number },
  command: readonly string[],
): { readonly program: string; readonly args: string[] } {
  const memory = String(Math.ceil(limits.memoryBytes / 1024));
  const outside = [files.options, files.filter, files.status, files.left, memory, String(FILE_BYTES / 512)];
  const inside = ['/bin/sh', '-c', INSIDE_SCRIPT, 'assay-sandbox', String(limits.processes + OWN_PROCESSES)];
  return { program: '/bin/sh', args: ['-c', OUTSIDE, bubblewrap, CLOSE_ALL, ...outside, ...inside, ...command] };
}
