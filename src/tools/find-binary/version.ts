/** A version as programs print it: any number of numbers, then perhaps a pre-release such as `rc.1`. */
export interface Version {
  /** As it was written, without a leading `v`. */
  readonly text: string;
  readonly numbers: readonly number[];
  readonly pre: string | null;
}

/** Not in the middle of a word or number, except after `v`, `go`, `n` (ffmpeg) and after a hyphen or underscore (jq-1.6). */
const DOTTED =
  /(?<![\p{L}\p{N}.])(?:v|go|n|r)?(\d{1,9}(?:\.\d{1,9})+)(?:-?((?:alpha|beta|rc|pre|dev|nightly|canary|next)[\w.-]*))?/iu;
/** `less 590`, `systemd 252 (252.39)`: one number, which must follow a word and stand alone. */
const SINGLE = /^[^\n]{0,80}?\p{L}[ \t]+v?(\d{1,9})(?![\p{L}\p{N}.:/-])/u;

/** The first version in a program's answer to `--version`, or null. */
export function firstVersion(output: string): Version | null {
  // One on the first line goes before a dotted number further down, which may be that of a library.
  const [line = '', ...more] = output.trimStart().split('\n');
  return dotted(line) ?? single(line) ?? dotted(more.join('\n'));
}

/** What a person asks for: `1`, `1.2`, `v1.2.3`, `1.2.3-rc.1`; null when it is none. */
export function parseVersion(text: string): Version | null {
  const match = /^v?(\d{1,9}(?:\.\d{1,9}){0,5})(?:-([\w.-]{1,64}))?(?:\+[\w.-]{1,64})?$/.exec(text.trim());
  return match?.[1] === undefined ? null : version(match[1], match[2]);
}

/** Below zero when the left is older. Missing numbers are zeros; a pre-release is older than its release. */
export function compareVersions(left: Version, right: Version): number {
  const length = Math.max(left.numbers.length, right.numbers.length);
  for (let at = 0; at < length; at += 1) {
    const difference = (left.numbers[at] ?? 0) - (right.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  if (left.pre === right.pre) return 0;
  if (left.pre === null || right.pre === null) return left.pre === null ? 1 : -1;
  return comparePre(left.pre, right.pre);
}

/** By semver's rule: parts in turn, numbers before words, the shorter first. */
function comparePre(left: string, right: string): number {
  const [ours, theirs] = [left.split('.'), right.split('.')];
  for (let at = 0; at < Math.max(ours.length, theirs.length); at += 1) {
    const [our, their] = [ours[at], theirs[at]];
    if (our === undefined || their === undefined) return our === undefined ? -1 : 1;
    const [isNumber, isTheirNumber] = [/^\d+$/.test(our), /^\d+$/.test(their)];
    if (isNumber !== isTheirNumber) return isNumber ? -1 : 1;
    const difference = isNumber ? Number(our) - Number(their) : our < their ? -1 : our > their ? 1 : 0;
    if (difference !== 0) return difference;
  }
  return 0;
}

function dotted(text: string): Version | null {
  const match = DOTTED.exec(text);
  return match?.[1] === undefined ? null : version(match[1], match[2]);
}

function single(line: string): Version | null {
  const match = SINGLE.exec(line);
  return match?.[1] === undefined ? null : version(match[1], undefined);
}

const version = (numbers: string, pre: string | undefined): Version => ({
  text: pre === undefined ? numbers : `${numbers}-${pre}`,
  numbers: numbers.split('.').map(Number),
  pre: pre ?? null,
});
