import type { ShellParser } from '#code/shell-tree.ts';
import { checkCommand } from './check/check-command.ts';
import type { CliCommand, CliEntry, CliOption } from './cli/command.ts';
import type { CommandTree } from './cli/command-tree.ts';
import { hidePlaceholders } from './docs/placeholders.ts';
import { shellCommands } from './docs/shell-commands.ts';
import { wordsOfProgram } from './docs/unwrap.ts';

export interface Reference {
  readonly markdown: string;
  readonly commands: number;
  readonly examples: number;
  /** Examples of the help that do not fit the program itself; they are left out. */
  readonly refused: readonly string[];
}

/** A page with every command as the program describes it. Only examples that fit the tree are shown. */
export async function writeReference(tree: CommandTree, parser: ShellParser): Promise<Reference> {
  const commands = (await tree.all()).toSorted((left, right) => compare(left.path.join(' '), right.path.join(' ')));
  const summaries = summariesOf(commands);
  const parts: string[] = [];
  const refused: string[] = [];
  let examples = 0;
  for (const command of commands) {
    const sound: string[] = [];
    for (const example of command.examples) {
      if (await holds(example, tree, parser)) sound.push(example);
      else refused.push(example);
    }
    examples += sound.length;
    parts.push(sectionOf(command, tree.program, summaries, sound));
  }
  return { markdown: `${parts.join('\n\n')}\n`, commands: commands.length, examples, refused };
}

async function holds(example: string, tree: CommandTree, parser: ShellParser): Promise<boolean> {
  const commands = shellCommands(hidePlaceholders(example), parser).flatMap(
    ({ words }) => wordsOfProgram(words, new Set([tree.program])) ?? [],
  );
  if (commands.length === 0) return false;
  const { drifts } = await checkCommand(commands, tree);
  return drifts.every(({ drift }) => drift.problem === 'deprecated');
}

function summariesOf(commands: readonly CliCommand[]): ReadonlyMap<string, CliEntry> {
  return new Map(
    commands.flatMap(({ path, commands: entries }) => entries.map((entry) => [[...path, entry.name].join(' '), entry])),
  );
}

function sectionOf(
  command: CliCommand,
  program: string,
  listed: ReadonlyMap<string, CliEntry>,
  examples: readonly string[],
): string {
  const { path, usage, options, commands, aliases } = command;
  const name = [program, ...path].join(' ');
  const entry = listed.get(path.join(' '));
  const otherNames = [...new Set([...aliases, ...(entry?.aliases ?? [])])];
  return [
    `${path.length === 0 ? '#' : '##'} \`${name}\``,
    prose(entry?.summary || command.summary),
    ...(entry?.deprecated
      ? [`**Deprecated.**${entry.deprecated.instead === null ? '' : ` Use \`${entry.deprecated.instead}\` instead.`}`]
      : []),
    ...(usage.length > 0 ? [fence('text', usage)] : []),
    ...(otherNames.length > 0 ? [`Also: ${otherNames.map(code).join(', ')}`] : []),
    ...(commands.length > 0
      ? [
          table(
            ['Subcommand', ''],
            commands.map((one) => [code(one.name), cell(one.summary)]),
          ),
        ]
      : []),
    ...(options.length > 0
      ? [
          table(
            ['Option', ''],
            options.map((option) => [optionCell(option), cell(option.summary)]),
          ),
        ]
      : []),
    ...(examples.length > 0 ? [fence('sh', examples)] : []),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const optionCell = ({ names, value }: CliOption): string =>
  code(`${names.join(', ')}${value === '' ? '' : /^[[=]/.test(value) ? value : ` ${value}`}`);

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

function fence(language: string, lines: readonly string[]): string {
  const ticks = '`'.repeat(Math.max(3, ...lines.map((line) => longestRun(line) + 1)));
  return [`${ticks}${language}`, ...lines, ticks].join('\n');
}

/** Inline code that survives any text: more backticks around it than in it, and a bar that does not end the cell. */
function code(text: string): string {
  const ticks = '`'.repeat(longestRun(text) + 1);
  const padded = text.startsWith('`') || text.endsWith('`') ? ` ${text} ` : text;
  return `${ticks}${padded.replaceAll('|', '\\|')}${ticks}`;
}

const longestRun = (text: string): number => Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
const prose = (text: string): string => text.replace(/[\\`*_<>[\]#]/g, '\\$&');
const cell = (text: string): string => prose(text).replaceAll('|', '\\|');
const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
