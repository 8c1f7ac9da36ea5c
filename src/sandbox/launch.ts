/**
 * Outside: caps what the kernel counts per process, then becomes bubblewrap. The options come through a file, not the
 * command line, which everything inside can read in /proc/1/cmdline. `$0` bubblewrap, `$1` options, `$2` filter,
 * `$3` bubblewrap's report, `$4` the report of what was left running, `$5` memory in KiB, `$6` file size in 512 bytes.
 */
const START = `
options=$1 filter=$2 status=$3 left=$4
ulimit -c 0; ulimit -d "$5"; ulimit -f "$6"
shift 6
exec "$0" --args 3 -- "$@" 3<"$options" 4<"$filter" 5>"$status" 9>"$left"`;

/**
 * Before that: closes the files Assay itself was given open by whoever started it, which would be open inside as well.
 * A plain sh can name only those below ten; for the others, which are rare, bash does it (without --norc it reads the
 * person's .bashrc when its input is a socket, as Node's pipes are). `$1` what bash is to run.
 */
const OUTSIDE = `
bash=$1
shift
exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-
for file in /proc/self/fd/*; do
  case \${file##*/} in ?) ;; *) exec bash --norc --noprofile -c "$bash" "$0" "$@" ;; esac
done
${START}`;

const CLOSE_ALL = `
for file in /proc/self/fd/*; do
  fd=\${file##*/}
  if [ "$fd" -gt 2 ]; then eval "exec $fd>&-"; fi
done
${START}`;

/**
 * Inside, around the program: the number of processes is capped here, where only this sandbox's are counted; and what
 * outlives the program is counted before it is killed with the rest. The program is looked for here and not by the
 * shell, to which `eval` and `exit` are programs too. `$0` a name for messages, `$1` processes, `$2` the program.
 */
const INSIDE_SCRIPT = `
ulimit -u "$1" 2>/dev/null || ulimit -p "$1"
name=$2 program=
shift 2
case $name in
  */*) program=$name ;;
  *) set -f; IFS=:
    for folder in $PATH; do if [ -f "$folder/$name" ] && [ -x "$folder/$name" ]; then program=$folder/$name; break; fi; done
    set +f; unset IFS ;;
esac
if ! [ -f "$program" ] || ! [ -x "$program" ]; then echo "$0: cannot start $name" >&2; exit 127; fi
"$program" "$@" 9>&-
code=$?
set -- /proc/[0-9]*
if [ $# -gt 2 ]; then sleep 0.05; set -- /proc/[0-9]*; echo $(($# - 2)) >&9; fi
exit $code`;

export const FILTER_FD = 4;
export const STATUS_FD = 5;
/** What the wrapper inside says when there is no such program; with exit code 127. */
export const UNSTARTABLE = 'assay-sandbox: cannot start ';

/** bubblewrap's first process and the wrapper count too. */
const OWN_PROCESSES = 2;
/** No single file grows beyond this. */
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
