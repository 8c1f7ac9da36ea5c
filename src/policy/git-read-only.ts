import type { CommandWord } from '#contracts/policy.ts';
import { skipOptions } from './options.ts';
import { mayBeOption } from './word.ts';

/** git subcommands that only read, with the arguments that keep them so. */
export function isReadOnlyGit(args: readonly CommandWord[]): boolean {
  const { at, options, doubt } = skipOptions(args, GLOBALS);
  const name = args[at]?.value ?? '';
  const settings = args.slice(0, at).filter((_, i) => args[i - 1]?.value === '-c');
  if (doubt !== null || (options.has('c') && !settings.every(isHarmlessSetting))) return false;
  const check = Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined;
  return check?.(args.slice(at + 1)) ?? false;
}

/** `--git-dir`, `--exec-path`, `--config-env` and `-p` bring in other settings and programs. */
const GLOBALS = {
  flags:
    'P no-pager no-optional-locks literal-pathspecs glob-pathspecs icase-pathspecs no-replace-objects no-lazy-fetch',
  values: 'C c',
};

const isHarmlessSetting = ({ value }: CommandWord): boolean =>
  /^(?:color\.\w+|core\.(?:quotepath|abbrev)|log\.\w+|diff\.(?:context|renames|algorithm|noprefix|mnemonicprefix))=/i.test(
    value ?? '',
  );

type Check = (args: readonly CommandWord[]) => boolean;

/** Options with which the reading subcommands write a file or start a program. */
const BAD = [
  '--output',
  '--ext-diff',
  '--textconv',
  '--filters',
  '--open-files-in-pager',
  '--contents',
  '--exec',
  '--upload-pack',
];

const reads: Check = (args) => {
  for (const arg of args) {
    if (arg.value === '--') return true;
    if (arg.value === null && mayBeOption(arg)) return false;
    const name = arg.prefix.split('=')[0] ?? '';
    if (name.startsWith('--') && name.length > 2 && BAD.some((bad) => bad.startsWith(name))) return false;
  }
  return true;
};

const words = (args: readonly CommandWord[]): string[] => args.map(({ value }) => value ?? '\0');
const only =
  (...allowed: readonly RegExp[]): Check =>
  (args) =>
    words(args).every((word) => allowed.some((one) => one.test(word)));
/** One of these subcommands first, and the rest only reads. */
const sub =
  (names: string, bareToo = false): Check =>
  (args) =>
    args.length === 0 ? bareToo : names.split(' ').includes(args[0]?.value ?? '') && reads(args);

const LISTING =
  /^(?:-[arvl]+|-vv|--list|--all|--remotes|--show-current|--no-color|--color(?:=\w+)?|--column|--ignore-case|-i)$/;
const PICKING = /^--(?:contains|no-contains|merged|no-merged|points-at|sort|format)(?:=.*)?$/;

/** Names are only patterns with an option that lists; otherwise they would be created. */
const lists: Check = (args) => {
  const all = words(args);
  const listing = all.some((word) =>
    /^(?:-l|--list|--contains|--no-contains|--merged|--no-merged|--points-at)(?:=|$)/.test(word),
  );
  return all.every(
    (word) => LISTING.test(word) || PICKING.test(word) || (listing && !word.startsWith('-') && word !== '\0'),
  );
};

const CHECKS: Readonly<Record<string, Check>> = {
  ...Object.fromEntries(
    `log show diff status blame annotate shortlog whatchanged ls-files ls-tree rev-parse rev-list describe name-rev
     merge-base show-ref for-each-ref count-objects diff-tree diff-index diff-files check-ignore check-attr cherry
     range-diff cat-file show-branch check-ref-format version`
      .split(/\s+/)
      .map((name) => [name, reads]),
  ),
  grep: (args) => reads(args) && !args.some(({ prefix }) => /^-[A-Za-z]*O/.test(prefix)),
  branch: lists,
  tag: (args) => lists(args.filter(({ value }) => !/^-n\d*$/.test(value ?? ''))),
  remote: (args) => sub('get-url', true)(args) || only(/^-v+$|^--verbose$/)(args),
  config: isReadOnlyConfig,
  stash: sub('list show'),
  reflog: sub('show exists list', true),
  worktree: sub('list'),
  submodule: sub('status summary', true),
  notes: sub('list show', true),
  bisect: sub('log'),
};

function isReadOnlyConfig(args: readonly CommandWord[]): boolean {
  const all = words(args);
  const asks =
    all.some((word) => /^(?:--get|--get-all|--get-regexp|--get-urlmatch|--list|-l)$/.test(word)) ||
    /^(?:get|list)$/.test(all[0] ?? '');
  return (
    asks &&
    !all.some((word) => word === '\0' || /^--(?:add|unset|replace|rename|remove|edit|set|file|blob)|^-[ef]/.test(word))
  );
}
