import type { CommandUse, CommandWord } from '#contracts/policy.ts';
import { isReadOnlyGit } from './git-read-only.ts';
import { isSystemProgram } from './pattern.ts';
import { isNetwork, isNowhere } from './redirect.ts';
import { isPrintingSed } from './sed-script.ts';
import { isHarmless } from './steering.ts';
import { mayBeOption } from './word.ts';

/** Has no effect but output: no file, no process, no connection, and no setting that later commands would use. */
export function isReadOnly(use: CommandUse): boolean {
  const { program, hidden, sure, redirects, assigns } = use;
  if (program === null || hidden || !sure || !isSystemProgram(use) || !assigns.every(isHarmless)) return false;
  if (!redirects.every((redirect) => !isNetwork(redirect) && (redirect.kind === 'read' || isNowhere(redirect))))
    return false;
  if (isVersionQuestion(use)) return true;
  const check = Object.hasOwn(CHECKS, program) ? CHECKS[program] : undefined;
  return check?.(use.args) ?? false;
}

type Check = (args: readonly CommandWord[]) => boolean;

const any: Check = () => true;

/**
 * Anything but these options: letters in any group, long names in any abbreviation. A word that could turn out to be
 * one of them (a variable, a glob that begins with `*`) counts as one, unless `--` stands before it.
 */
const without =
  (letters: string, ...longs: readonly string[]): Check =>
  (args) => {
    for (const arg of args) {
      if (arg.value === '--') return true;
      if (arg.value === null && mayBeOption(arg)) return false;
      const text = arg.prefix;
      if (text.startsWith('--')) {
        const name = text.split('=')[0] ?? text;
        if (longs.some((long) => `--${long}`.startsWith(name))) return false;
      } else if (text.startsWith('-') && letters !== '' && [...letters].some((letter) => text.includes(letter, 1)))
        return false;
    }
    return true;
  };

/** Words that are not options: those after `--`, and a lone `-`, are operands too. */
function operandsOf(args: readonly CommandWord[]): CommandWord[] {
  const end = args.findIndex(({ value }) => value === '--');
  return args.filter(({ value }, at) => (end >= 0 && at > end) || !/^-./.test(value ?? ''));
}

/** At most this many operands: the next one would be written to. */
const atMost =
  (count: number, letters = ''): Check =>
  (args) =>
    without(letters)(args) && operandsOf(args).length <= count && !args.some(({ many }) => many);

const READERS = `cat tac head tail nl wc cut tr paste join comm cmp fold fmt expand unexpand rev seq echo true false : test [
  pwd cd pushd popd dirs basename dirname realpath readlink ls dir vdir du df whoami id groups uname which type whereis
  uptime free nproc sleep wait break continue return exit shift grep egrep fgrep zgrep zcat stat sha1sum sha224sum
  sha256sum sha384sum sha512sum md5sum b2sum cksum sum od hexdump strings readelf size column jq tsort factor
  numfmt look cal arch logname tty`;

const CHECKS: Readonly<Record<string, Check>> = {
  ...Object.fromEntries(READERS.split(/\s+/).map((name) => [name, any])),
  command: (args) => /^-[vV]$/.test(args[0]?.value ?? ''),
  find: isReadOnlyFind,
  gfind: isReadOnlyFind,
  fd: without('xX', 'exec', 'exec-batch'),
  fdfind: without('xX', 'exec', 'exec-batch'),
  rg: without('z', 'pre', 'hostname-bin', 'search-zip'),
  sort: without('o', 'output', 'compress-program'),
  uniq: atMost(1),
  xxd: atMost(1, 'r'),
  diff: without('l', 'paginate'),
  tree: without('oR', 'output'),
  file: without('C', 'compile'),
  printf: without('v'),
  date: (args) => without('s', 'set')(args) && operandsOf(args).every(({ value }) => value?.startsWith('+')),
  hostname: (args) => args.every(({ value }) => /^-[AIdfis]+$/.test(value ?? '')),
  sed: isReadOnlySed,
  gsed: isReadOnlySed,
  awk: isReadOnlyAwk,
  gawk: isReadOnlyAwk,
  mawk: isReadOnlyAwk,
  nawk: isReadOnlyAwk,
  git: isReadOnlyGit,
  npm: (args) => ['ls', 'list', 'll', 'root', 'prefix', 'explain', 'why'].includes(args[0]?.value ?? ''),
  set: (args) =>
    args.length > 0 && args.every(({ value }) => /^[-+][euxfo]+$|^pipefail$|^errexit$|^nounset$/.test(value ?? '')),
  read: (args) => args.every(({ value }) => /^-[rs]+$|^[a-z_][a-z0-9_]*$/.test(value ?? '')),
  local: namesOnly,
  declare: namesOnly,
  export: namesOnly,
  readonly: namesOnly,
  unset: (args) => args.length > 0 && args.every(({ value }) => /^-v$|^[a-z_][a-z0-9_]*$/.test(value ?? '')),
};

/** With a name: without, they print every variable. */
function namesOnly(args: readonly CommandWord[]): boolean {
  return args.length > 0 && args.every(({ prefix }) => /^-[gr]+$|^[a-z_][a-z0-9_]*(?:=|$)/.test(prefix));
}

const VERSIONED: ReadonlySet<string> = new Set(
  `node npm pnpm yarn bun deno python python3 pip pip3 uv poetry go cargo rustc rustup ruby gem bundle java javac mvn
   gradle gcc g++ clang make cmake ninja docker git tsc php composer perl dotnet swift zig elixir mix ocaml dune bash rg fd
   jq sed awk grep find eslint prettier biome ruff black mypy pyright`.split(/\s+/),
);

/** `node --version`: asks a tool for its version. */
const isVersionQuestion = ({ program, args }: CommandUse): boolean =>
  VERSIONED.has(program ?? '') &&
  args.length === 1 &&
  (/^--version$|^-V$/.test(args[0]?.value ?? '') ||
    (args[0]?.value === '-v' && /^(?:node|npm|pnpm|yarn|php|ruby)$/.test(program ?? '')) ||
    (program === 'go' && args[0]?.value === 'version'));

/** What `-exec` starts is judged separately. */
function isReadOnlyFind(args: readonly CommandWord[]): boolean {
  return args.every((arg) => {
    if (arg.value === null) return !mayBeOption(arg);
    return !/^-(?:delete|fprint|fprint0|fprintf|fls)$/.test(arg.value);
  });
}

function isReadOnlySed(args: readonly CommandWord[]): boolean {
  if (!without('ifwI', 'in-place', 'file')(args)) return false;
  const scripts = args.flatMap(({ value }, at) => {
    const attached = /^(?:--expression=|-[nErsuz]*e(?=.))([\s\S]*)$/.exec(value ?? '')?.[1];
    if (attached !== undefined) return [attached];
    return /^(?:--expression|-[nErsuz]*e)$/.test(value ?? '') ? [args[at + 1]?.value ?? null] : [];
  });
  const script = scripts.length > 0 ? scripts : [operandsOf(args)[0]?.value ?? null];
  return script.every((text) => text !== null && isPrintingSed(text));
}

function isReadOnlyAwk(args: readonly CommandWord[]): boolean {
  if (
    !without(
      'fEeilodpDsW',
      'source',
      'file',
      'exec',
      'include',
      'load',
      'profile',
      'dump-variables',
      'pretty-print',
      'debug',
    )(args.filter(isAwkOption))
  )
    return false;
  const program = args.find((arg, at) => !isAwkOption(arg) && !/^-[vF]$/.test(args[at - 1]?.value ?? ''));
  if (program?.value == null) return false;
  const text = program.value.replaceAll('||', '');
  return !/[|@]|\b(?:system|getline|close|fflush)\b|\bprintf?\b[\s\S]*>/.test(text);
}

const isAwkOption = ({ prefix }: CommandWord): boolean => /^-./.test(prefix) && !/^-[vF]./.test(prefix);
