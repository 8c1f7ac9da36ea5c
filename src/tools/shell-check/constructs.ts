// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell texts
/**
 * How a construct stands: `no`: in no edition of POSIX; `2024`: in POSIX.1-2024, which dash and older shells do not
 * follow yet; `removed`: was an obsolescent extension and is gone in POSIX.1-2024; `caution`: allowed, but not the same
 * everywhere.
 */
export type ConstructStanding = 'no' | '2024' | 'removed' | 'caution';

export interface Construct {
  readonly title: string;
  readonly standing: ConstructStanding;
  /** What to do instead, in words that fit any shell. */
  readonly instead: string;
}

const no = (title: string, instead: string): Construct => ({ title, standing: 'no', instead });
const newer = (title: string, instead: string): Construct => ({ title, standing: '2024', instead });
const removed = (title: string, instead: string): Construct => ({ title, standing: 'removed', instead });
const caution = (title: string, instead: string): Construct => ({ title, standing: 'caution', instead });

export const CONSTRUCTS = {
  array: no('array', 'Keep the items in the positional parameters (set -- a b c; "$@"), or one a line in a file.'),
  'process-substitution': no(
    'process substitution <( ) or >( )',
    'Write the first output to a temporary file and name that file; with one input, use a pipe.',
  ),
  'here-string': no('here-string <<<', 'Pipe it in (printf \'%s\\n\' "$x" | command) or use a here-document.'),
  'double-paren': no(
    'arithmetic command (( ))',
    'Test the value: [ "$((expression))" -ne 0 ]; or assign: x=$((x + 1)).',
  ),
  'double-bracket': no('[[ ]]', 'Use [ ] with every expansion quoted, and case for patterns.'),
  'brace-expansion': no('brace expansion { , } or { .. }', 'Write the words out, or count in a while loop.'),
  local: no('local', 'Give the function a subshell as its body, f() ( … ), or use names that nothing else uses.'),
  'function-keyword': no('function keyword', 'Write name() { … }.'),
  'function-name': no(
    'function name that is not an identifier',
    'Use only letters, digits and underscores in the name.',
  ),
  source: no('source', 'Use . with a path that has a slash in it; pass values in variables, not as arguments.'),
  'redirect-both': no('redirection of both outputs &> or >&file', 'Write > file 2>&1.'),
  'pipe-both': no('pipe of both outputs |&', 'Write 2>&1 |.'),
  'ansi-c-quote': newer(
    "$'…' quoting",
    "Put the character itself between quotes, or make it with printf: tab=$(printf '\\t').",
  ),
  'locale-quote': no('$"…" translation', 'Use plain double quotes.'),
  substitute: no('replacement ${x/…/…}', "Pipe the value through sed: $(printf '%s\\n' \"$x\" | sed 's/old/new/g')."),
  substring: no('substring ${x:offset:length}', 'Cut with ${x#…} and ${x%…}, or pipe the value through cut -c.'),
  indirect: no(
    'indirection ${!x}',
    'Choose with case, or keep the value in a file named by the key; eval only with checked names.',
  ),
  'case-modify': no('case change ${x^^} or ${x,,}', "Pipe the value through tr '[:lower:]' '[:upper:]'."),
  transform: no(
    'transformation ${x@…}',
    "Quote by hand with sed \"s/'/'\\\\\\\\''/g\", or pass the value as an argument.",
  ),
  select: no('select', 'Print a numbered list, read a line, and choose with case.'),
  'dir-stack': no('pushd, popd or dirs', 'Do the work in a subshell: (cd folder && command).'),
  'echo-option': no(
    'echo with an option',
    "Use printf: printf '%s' text for no newline, printf '%b\\n' text for escapes.",
  ),
  'echo-escape': no('echo of a backslash sequence', "Shells disagree on it: use printf '%s\\n' or printf '%b\\n'."),
  'printf-v': no('printf -v', 'Take the output: x=$(printf …).'),
  'printf-format': no(
    'printf format beyond POSIX',
    'Write octal escapes (\\033); quote and format dates by other means (date +%Y).',
  ),
  'read-option': no(
    'read option other than -r',
    'Prompt with printf before read; split with IFS; limit time and length by other programs.',
  ),
  'read-no-name': no('read without a variable', 'Name it: IFS= read -r REPLY.'),
  'test-equals': no('== in [ ]', 'Use =.'),
  'test-and-or': removed('-a, -o or ( ) in [ ]', 'Use two tests: [ a ] && [ b ].'),
  'test-operator': no(
    'test operator beyond POSIX',
    'Use a POSIX primary: "${x+set}" for -v, find -newer for -nt, expr for < and >.',
  ),
  'test-operator-2024': newer(
    'test operator of POSIX.1-2024',
    'find FILE -prune -newer OTHER compares times, expr "x$a" \\< "x$b" compares strings.',
  ),
  'bash-variable': no(
    'variable that only some shells set',
    "Ask a program: date +%s, id -u, uname -n, awk 'BEGIN { srand(); print rand() }'.",
  ),
  declare: no('declare or typeset', 'Assign plainly; use readonly or export where that is meant.'),
  let: no('let', 'Write x=$((expression)).'),
  shopt: no('shopt', 'Write what the option did by hand, such as [ -e "$f" ] || continue in a loop over a glob.'),
  'trap-condition': no('trap on ERR, DEBUG or RETURN', 'Trap EXIT and look at $? there, with set -e.'),
  'signal-name': no('signal name with SIG', 'Leave SIG out: INT, TERM.'),
  'set-option': no(
    'set option beyond POSIX',
    'Use the options a b C e f m n u v x, and what else the shell manual calls POSIX.',
  ),
  pipefail: newer(
    'set -o pipefail',
    'Write the first output to a file and check its status before the next step reads it.',
  ),
  'c-style-for': no('for (( ; ; ))', 'Count in a while loop with i=$((i + 1)).'),
  time: no('time before a compound command', "Put the commands into a script: time sh -c '…'."),
  'time-utility': caution('time', 'It is a program that need not be installed; only time -p has a fixed format.'),
  extglob: no('extended glob ?( ) *( ) +( ) @( ) !( )', 'Use several patterns, case with |, or find.'),
  coproc: no('coproc', 'Make two named pipes with mkfifo.'),
  'ulimit-option': newer(
    'ulimit option other than -f',
    'Set limits where the process is started, or accept that the option is not everywhere.',
  ),
  'bash-builtin': no('builtin that only some shells have', 'Use a while read loop, command, or an external program.'),
  'builtin-option': no('option of a builtin beyond POSIX', 'Use the options the POSIX page of that builtin lists.'),
  append: no('+= assignment', 'Write x="${x}more".'),
  arithmetic: no(
    'arithmetic operator beyond POSIX',
    'Write i += 1 for ++; multiply in a loop for **; convert bases with printf or bc.',
  ),
  'dollar-bracket': no('$[ ] arithmetic', 'Write $(( )).'),
  'fd-variable': no('{name}> redirection', 'Use a number from 3 to 9.'),
  'fd-number': no('file descriptor above 9', 'Use a number from 3 to 9.'),
  'bracket-caret': no('[^…] in a pattern', 'Write [!…].'),
  'case-fallthrough': newer(';& in case', 'Repeat the commands, or call a function from both branches.'),
  'case-retest': no(';;& in case', 'Use several case statements.'),
  'command-substitution-file': no('$(< file)', 'Write $(cat file).'),
  'exit-status': no('exit status below 0', 'Use 0 to 255: 255 for -1.'),
  tilde: no('~+ or ~-', 'Write "$PWD" or "$OLDPWD".'),
  type: caution('type', 'Its output is free text; command -v says whether a command exists.'),
  which: caution('which', 'It need not be installed; use command -v.'),
} as const satisfies Record<string, Construct>;

export type ConstructId = keyof typeof CONSTRUCTS;
/** The catalogue, without the narrow types of its entries. */
export const constructOf = (id: ConstructId): Construct => CONSTRUCTS[id];
export const isNotPosix = (id: ConstructId): boolean => constructOf(id).standing !== 'caution';
