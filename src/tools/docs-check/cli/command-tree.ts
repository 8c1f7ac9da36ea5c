import { firstLine } from '#contracts/text.ts';
import { entry } from '../help/command-lists.ts';
import { npmOptions, npmSynonyms } from '../help/npm.ts';
import { mentionedOptions } from '../help/option-names.ts';
import { parseHelp } from '../help/parse-help.ts';
import { styleOf } from '../help/styles.ts';
import type { AskProgram, HelpAnswer } from './ask-program.ts';
import type { CliCommand, CliEntry, HelpStyle } from './command.ts';
import { withinUsage } from './within-usage.ts';

export interface TreeLimits {
  readonly depth: number;
  readonly commands: number;
  readonly parallel: number;
}
export const HELP_LIMITS: TreeLimits = { depth: 5, commands: 400, parallel: 4 };

/** A program's commands, read from its help on demand. */
export interface CommandTree {
  readonly program: string;
  readonly root: CliCommand;
  /** Null when its help could not be read; `unread` then says why. */
  command(path: readonly string[]): Promise<CliCommand | null>;
  /** The entry for a word: by its name, or by an alias that only its own help has. */
  find(parent: CliCommand, word: string): Promise<CliEntry | null>;
  /** Options from wider documentation (git's manual, npm's settings) for commands whose help shows only some. */
  manual(path: readonly string[]): Promise<ReadonlySet<string> | null>;
  /** Every command, parents first. */
  all(): Promise<readonly CliCommand[]>;
  readonly unread: readonly { readonly command: string; readonly why: string }[];
  /** A limit was met: there are commands that were not read. */
  readonly cut: boolean;
}

export type OpenedTree =
  | { readonly ok: true; readonly tree: CommandTree }
  | { readonly ok: false; readonly why: string };

export async function openTree(
  program: string,
  ask: AskProgram,
  limits: TreeLimits = HELP_LIMITS,
): Promise<OpenedTree> {
  const first = await ask(['--help']);
  if (!first.ok) return first;
  const style = styleOf(first.text);
  // `git remote add -h` and the like answer only inside a repository; our folder is empty.
  if (style === 'git') await ask(['init', '--quiet']);
  const more = ROOT_MORE[style];
  const rest = more ? await ask(more) : null;
  const text = rest?.ok ? `${first.text}\n\n${rest.text}` : first.text;
  const listed = parseHelp(style === 'npm' && rest?.ok ? rest.text : text, { program, path: [], style });
  const root = style === 'git' ? withUnlisted(listed, await ask(GIT_COMMANDS)) : listed;
  if (root.commands.length === 0 && root.options.length === 0 && root.usage.length === 0) {
    return { ok: false, why: 'its --help shows neither a usage, nor options, nor commands' };
  }
  // A program of an unknown library that never mentions --help might take it for something to work on.
  const answersHelp = style !== 'other' || /(?:^|[^\w-])(?:--help|-h)\b/.test(text);
  return { ok: true, tree: growTree(program, root, answersHelp ? ask : refuse, limits) };
}

/** Some commands of git (`subtree`) exist, and are in no list for people. */
const GIT_COMMANDS = ['--list-cmds=main,nohelpers'];

function withUnlisted(root: CliCommand, names: HelpAnswer): CliCommand {
  const known = new Set(root.commands.map(({ name }) => name));
  const more = names.ok ? names.text.split('\n').filter((name) => /^[a-z][\w-]*$/.test(name) && !known.has(name)) : [];
  return { ...root, commands: [...root.commands, ...more.map((name) => entry(name))] };
}

const refuse: AskProgram = async () => ({
  ok: false,
  why: 'not asked: the program’s help does not mention --help',
});

/** Where the root's `--help` shows the commonest commands only. */
const ROOT_MORE: Partial<Record<HelpStyle, readonly string[]>> = { git: ['help', '-a'], npm: ['-l'] };

function growTree(program: string, root: CliCommand, ask: AskProgram, limits: TreeLimits): CommandTree {
  const { style } = root;
  const unread: { command: string; why: string }[] = [];
  const known = new Map<string, Promise<CliCommand | null>>([['', Promise.resolve(root)]]);
  const manuals = new Map<string, Promise<ReadonlySet<string> | null>>();
  const turn = takeTurns(limits.parallel);
  let cut = false;

  const read = async (path: readonly string[]): Promise<CliCommand | null> => {
    const name = [program, ...path].join(' ');
    const parent = path.length > 1 ? await tree.command(path.slice(0, -1)) : root;
    if (path.length > 1 && hasNoHelpBelow(style, path)) return parent && withinUsage(program, parent, path);
    const answer = await turn(() => ask([...path, style === 'git' ? '-h' : '--help']));
    if (!answer.ok) {
      unread.push({ command: name, why: answer.why });
      return null;
    }
    const parsed = parseHelp(answer.text, { program, path, style: style === 'other' ? styleOf(answer.text) : style });
    if (isHelpOf(parsed, name)) return parsed;
    if (style === 'git' && path.length > 1 && parent) return withinUsage(program, parent, path);
    unread.push({ command: name, why: `its help is not a help: "${firstLine(answer.text, 120)}"` });
    return null;
  };

  const tree: CommandTree = {
    program,
    root,
    unread,
    get cut() {
      return cut;
    },
    command: (path) => {
      const key = path.join(' ');
      const before = known.get(key);
      if (before) return before;
      if (known.size >= limits.commands || path.length > limits.depth) {
        cut = true;
        return Promise.resolve(null);
      }
      const reading = read(path);
      known.set(key, reading);
      return reading;
    },
    find: async (parent, word) => {
      const listed = parent.commands.find(({ name, aliases }) => name === word || aliases.includes(word));
      if (listed || style === 'git') return listed ?? null;
      if (style === 'npm')
        return parent.commands.find(({ name }) => parent.path.length > 0 && npmSynonyms(name).includes(word)) ?? null;
      const children = await Promise.all(parent.commands.map(({ name }) => tree.command([...parent.path, name])));
      const at = children.findIndex((child) => child?.aliases.includes(word));
      return parent.commands[at] ?? null;
    },
    manual: (path) => {
      const key = style === 'npm' ? 'npm' : (path[0] ?? '');
      const before = manuals.get(key);
      if (before) return before;
      const reading = turn(() => readManual(style, key, ask));
      manuals.set(key, reading);
      return reading;
    },
    all: async () => {
      const commands: CliCommand[] = [];
      let level: readonly CliCommand[] = [root];
      while (level.length > 0) {
        commands.push(...level);
        const paths = level.flatMap(({ path, commands: entries }) =>
          entries.filter(({ name }) => name !== 'help').map(({ name }) => [...path, name]),
        );
        level = (await Promise.all(paths.map((path) => tree.command(path)))).filter((one) => one !== null);
      }
      return commands;
    },
  };
  return tree;
}

/** npm answers with the help of the parent command; `git bisect run -h` would run `-h`. */
const hasNoHelpBelow = (style: HelpStyle, path: readonly string[]): boolean =>
  style === 'npm' || (style === 'git' && path[0] === 'bisect');

/** Some programs answer a subcommand's `--help` with the parent's (npm, shells in between): that is not its help. */
function isHelpOf(command: CliCommand, name: string): boolean {
  if (command.usage.length === 0) return command.options.length > 0 || command.commands.length > 0;
  if (command.style === 'git')
    return command.usage.some((form) => form === name || form.startsWith(`${name} `)) || command.path.length === 1;
  return true;
}

async function readManual(style: HelpStyle, key: string, ask: AskProgram): Promise<ReadonlySet<string> | null> {
  if (style === 'npm') {
    const settings = await ask(['config', 'ls', '-l', '--json']);
    return settings.ok ? npmOptions(settings.text) : null;
  }
  if (style !== 'git' || key === '') return null;
  const page = await ask([key, '--help']);
  if (!page.ok || !/^NAME$/m.test(page.text)) return null;
  const own = mentionedOptions(page.text);
  // Commands that pass options on to another (`git stash list [<log-options>]`) leave them to its manual.
  if (key === 'log' || !HANDS_ON.test(page.text)) return own;
  const log = await ask(['log', '--help']);
  return log.ok ? new Set([...own, ...mentionedOptions(log.text)]) : null;
}

const HANDS_ON =
  /<(?:log|diff|rev|rev-list|common diff)[- ](?:options|opts)>|git-(?:log|rev-list|diff)\(1\)|<rev-list-args>/;

/** At most so many at a time, the others in the order they came. */
function takeTurns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let busy = 0;
  return async (work) => {
    if (busy >= most) await new Promise<void>((go) => waiting.push(go));
    busy += 1;
    try {
      return await work();
    } finally {
      busy -= 1;
      waiting.shift()?.();
    }
  };
}
