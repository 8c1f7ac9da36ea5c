import type { CommandUse, CommandWord } from '#contracts/policy.ts';

export interface NamedFile {
  readonly path: string;
  /** The program takes this word as a file; otherwise it only looks like one. */
  readonly certain: boolean;
}

/** Programs whose operands are files, and how many operands before them are something else. */
const OPERANDS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'cat tac head tail nl wc ls dir du stat file tree od hexdump xxd strings cmp diff comm sort uniq cut paste readlink realpath zcat sha256sum md5sum find'
      .split(' ')
      .map((name) => [name, 0]),
  ),
  grep: 1,
  egrep: 1,
  fgrep: 1,
  zgrep: 1,
  rg: 1,
  sed: 1,
  awk: 1,
  gawk: 1,
  jq: 1,
};

/** The words of a command that are, or may be, files it opens. */
export function filesNamed({ program, args, hidden }: CommandUse): NamedFile[] {
  const before = Object.hasOwn(OPERANDS, program ?? '') ? OPERANDS[program ?? ''] : undefined;
  let skip = before ?? 0;
  const files: NamedFile[] = [];
  args.forEach((arg, at) => {
    // Code is not a path.
    if (hidden?.kind === 'code' && hidden.at !== null && at > hidden.at) return;
    const option = arg.prefix.startsWith('-');
    const operand = !option && before !== undefined;
    if (operand && skip > 0) skip -= 1;
    else for (const path of pathsIn(arg)) files.push({ path, certain: operand && looksElsewhere(path) });
  });
  return files;
}

/** `/x`, `~/x` and `../x` may leave the project; `a/b` does not. */
const looksElsewhere = (path: string): boolean => /^[/~]|(?:^|\/)\.\.(?:\/|$)/.test(path);

/** `--file=x`, `-fx`, `@x` and `of=x` name files too. A glob counts as the guarded names it would match. */
function pathsIn({ value, text, many }: CommandWord): string[] {
  if (value === null) {
    const guarded = many ? GUARDED_NAMES.filter((name) => globMatches(text, name)) : [];
    const below = belowHome(text);
    return below === null ? guarded : [...guarded, below];
  }
  const plain = value.replace(/^@/, '');
  const parts = [plain, value.replace(/^[^=]*=@?/, ''), value.startsWith('-') ? value.slice(2) : ''];
  return [...new Set(parts)].filter(
    (part) => part !== '' && !part.startsWith('-') && !/[\n\0]/.test(part) && part.length < 1_000,
  );
}

/** `$HOME/x` is `~/x`, as far as the rest of it is known. */
export function belowHome(text: string): string | null {
  const found = /^\$(?:HOME|\{HOME\})(\/.*)?$/s.exec(text.replaceAll('"', ''));
  return found && `~${(found[1] ?? '').replace(/[$`*?[{\\'].*$/s, '')}`;
}

const GUARDED_NAMES = [
  '.env',
  '.env.local',
  '.npmrc',
  '.netrc',
  'id_rsa',
  'id_ed25519',
  'server.pem',
  'server.key',
  '.git/config',
];

/** The last part of a glob, against a name; one that matches every name says nothing about this one. */
function globMatches(text: string, name: string): boolean {
  const last = text.replace(/^.*\//s, '');
  if (/^\*+$/.test(last) || !/^[\w.*?[\]-]+$/.test(last)) return false;
  const source = last.replace(/[.]/g, '\\.').replace(/\*+/g, '.*').replace(/\?/g, '.');
  try {
    return new RegExp(`^${source}$`).test(name) && (last.startsWith('.') || !name.startsWith('.'));
  } catch {
    return false;
  }
}
