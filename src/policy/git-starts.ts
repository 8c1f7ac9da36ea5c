import type { CommandWord } from '#contracts/policy.ts';
import { skipOptions } from './options.ts';
import { ALONE, hidden, type Inner, type KnownCommand, loosely, type StartedPrograms } from './started.ts';
import { knownWord } from './word.ts';
import type { Wrapper } from './wrappers.ts';

/** git's own options, before the subcommand. */
export const GIT_OPTIONS: Wrapper = {
  flags: `p P paginate no-pager bare no-replace-objects literal-pathspecs glob-pathspecs noglob-pathspecs
    icase-pathspecs no-optional-locks no-lazy-fetch no-advice html-path man-path info-path version help v h`.replace(
    /\s+/g,
    ' ',
  ),
  values: 'C c git-dir work-tree namespace super-prefix config-env attr-source list-cmds exec-path',
};

/** Aliases, settings whose value is a command, and the subcommands that run one. */
export function startedByGit({ args }: KnownCommand): StartedPrograms {
  const { at, doubt } = skipOptions(args, GIT_OPTIONS);
  const settings = settingsIn(args.slice(0, at));
  const [sub, ...rest] = args.slice(at);
  const inner = [...settings.flatMap(startedBySetting), ...startedBySubcommand(sub?.value ?? null, rest)];
  const alias = settings.find(({ key }) => key === `alias.${sub?.value}`);
  if (alias) return { ...ALONE, inner: [...inner, ...startedByAlias(alias.value, rest)] };
  const helper = args.find(({ prefix }) => prefix.startsWith('ext::'));
  const why =
    doubt ??
    (sub && sub.value === null ? `what ${sub.text} expands to is not known before it runs` : null) ??
    (sub?.value && !GIT_COMMANDS.has(sub.value)
      ? `git ${sub.value} is an alias or a program that is not in the line`
      : null) ??
    (helper ? `${helper.text} makes git start a program` : null);
  return { ...ALONE, hidden: why === null ? null : hidden('unknown', sub ? at : 0, why), inner };
}

interface Setting {
  readonly key: string;
  /** Null when only known at run time. */
  readonly value: string | null;
}

function settingsIn(args: readonly CommandWord[]): Setting[] {
  return args.flatMap((arg, at): Setting[] => {
    const word = arg.value === '-c' ? args[at + 1] : undefined;
    if (!word) return [];
    const [key = '', ...value] = (word.value ?? word.prefix).split('=');
    return [{ key, value: word.value === null ? null : value.join('=') }];
  });
}

/** Keys whose value git passes to a shell. */
const RUNS =
  /^(?:core\.(?:pager|editor|sshcommand|fsmonitor|askpass|gitproxy)|pager\.|sequence\.editor|diff\.external|.*\.(?:command|textconv|cmd|driver|clean|smudge|process|helper|program)$|credential\.|gpg\.|interactive\.difffilter|alias\.)/i;

function startedBySetting({ key, value }: Setting): Inner[] {
  if (!RUNS.test(key) || value === null) return [];
  return [{ line: value.replace(/^!/, ''), via: `git -c ${key}`, within: !value.startsWith('!') }];
}

function startedByAlias(value: string | null, rest: readonly CommandWord[]): Inner[] {
  if (value === null || value.startsWith('!')) return [];
  const words = value.split(/\s+/).filter(Boolean).map(knownWord);
  return [{ words: [knownWord('git'), ...words, ...rest], via: 'git alias' }];
}

function startedBySubcommand(name: string | null, rest: readonly CommandWord[]): Inner[] {
  const first = rest.find(({ value }) => value !== null && !value.startsWith('-'))?.value;
  if (name === 'bisect' && first === 'run') return loosely(rest.slice(1), 'git bisect run');
  if (name === 'submodule' && first === 'foreach') return loosely(rest.slice(1), 'git submodule foreach');
  if (name === 'config' && rest.some(({ value }) => RUNS.test(value ?? ''))) {
    return rest.flatMap(({ value }) =>
      value ? [{ line: value.replace(/^!/, ''), via: 'git config', within: true }] : [],
    );
  }
  if (name === 'rebase') return valuesOf(rest, ['-x', '--exec'], 'git rebase --exec');
  if (name === 'difftool') return valuesOf(rest, ['-x', '--extcmd'], 'git difftool');
  if (name === 'filter-branch') return loosely(rest, 'git filter-branch');
  return valuesOf(rest, ['--upload-pack', '--receive-pack', '--exec', '-u'], `git ${name}`);
}

/** The values of these options, each as a line. */
function valuesOf(args: readonly CommandWord[], options: readonly string[], via: string): Inner[] {
  return args.flatMap((arg, at): Inner[] => {
    const option = options.find(
      (one) => arg.value === one || arg.value?.startsWith(one.startsWith('--') ? `${one}=` : one),
    );
    if (option === undefined) return [];
    const value = arg.value === option ? args[at + 1]?.value : arg.value?.slice(option.length).replace(/^=/, '');
    return value ? [{ line: value, via, within: true }] : [];
  });
}

/** git's own subcommands; another word is an alias or a `git-…` program. */
export const GIT_COMMANDS: ReadonlySet<string> = new Set(
  `add am annotate apply archive backfill bisect blame branch bugreport bundle cat-file check-attr check-ignore
   check-mailmap check-ref-format checkout checkout-index cherry cherry-pick citool clean clone column commit commit-graph
   commit-tree config count-objects credential describe diagnose diff diff-files diff-index diff-tree difftool
   fast-export fast-import fetch fetch-pack filter-branch fmt-merge-msg for-each-ref for-each-repo format-patch fsck gc
   get-tar-commit-id grep gui hash-object help hook index-pack init init-db instaweb interpret-trailers log ls-files
   ls-remote ls-tree mailinfo mailsplit maintenance merge merge-base merge-file merge-index merge-tree mergetool mktag
   mktree multi-pack-index mv name-rev notes p4 pack-objects pack-redundant pack-refs patch-id prune prune-packed pull
   push range-diff read-tree rebase reflog refs remote repack replace replay request-pull rerere reset restore rev-list
   rev-parse revert rm send-email send-pack shortlog show show-branch show-index show-ref sparse-checkout stage stash
   status stripspace submodule switch symbolic-ref tag unpack-file unpack-objects update-index update-ref
   update-server-info var verify-commit verify-pack verify-tag version whatchanged worktree write-tree`.split(/\s+/),
);
