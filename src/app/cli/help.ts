import type { Command, Help, HelpConfiguration } from 'commander';
import { pad, widthOf, wrap } from './fit.ts';
import type { Paint } from './screen.ts';

/** Help with bold titles; the first page is an overview of everything, by group. */
export function helpStyle(paint: Paint): HelpConfiguration {
  return {
    styleTitle: (title) => paint('bold', title === 'Usage:' ? title : title.replace(/:$/, '')),
    styleCommandText: (text) => paint('cyan', text),
    styleOptionTerm: (term) => paint('cyan', term),
    styleSubcommandTerm: (term) => paint('cyan', term),
    styleArgumentTerm: (term) => paint('cyan', term),
    formatHelp: (command, helper) =>
      command.parent === null ? overview(command, paint, helper.helpWidth ?? 100) : page(command, helper),
  };
}

/** Commander's own page. */
function page(command: Command, helper: Help): string {
  const prototype: Help = Object.getPrototypeOf(helper);
  return prototype.formatHelp.call(helper, command, helper);
}

/** What `assay` alone shows: a screenful to begin with, and where the rest is. */
export function firstPage(program: Command, paint: Paint, across: number): string {
  return [
    ...groupLines(program, paint, across, (group) => FIRST_GROUPS.includes(group)),
    '`assay help` lists every command, `assay COMMAND --help` explains one.',
  ].join('\n');
}

const FIRST_GROUPS: readonly string[] = ['Start here', 'Work'];

function groupLines(program: Command, paint: Paint, across: number, isShown: (group: string) => boolean): string[] {
  const entries = program.commands
    .flatMap((command) => entriesOf(program, command, ''))
    .filter(({ group }) => isShown(group));
  const width = Math.max(...entries.map(({ term }) => widthOf(term)));
  return [
    `${paint('bold', 'Assay')}: ${lowerFirst(program.description())}`,
    '',
    ...[...new Set(entries.map(({ group }) => group))].flatMap((group) => [
      paint('bold', group),
      ...entries
        .filter((entry) => entry.group === group)
        .flatMap(({ term, text }) => entryLines(term, text, width, paint, across)),
      '',
    ]),
  ];
}

function overview(program: Command, paint: Paint, across: number): string {
  return [
    ...groupLines(program, paint, across, () => true),
    paint('bold', 'Examples'),
    '  assay demo                          watch a run now; no key, no network',
    '  assay runs show last --at 20        the newest run after its 20th event',
    '',
    paint(
      'dim',
      'RUN is an id, the beginning of one, or `last`. Every command has --help; all but mcp and completion have --json.',
    ),
    paint('dim', 'Exit codes: 0 done, 1 the work failed, 2 usage, 3 try later, 10 a person is needed.'),
    paint('dim', 'More: README.md and docs/ in the repository; ASSAY_HOME moves the data (~/.assay).'),
    '',
  ].join('\n');
}

/** A term and its text; long text continues below, indented to where it began. */
function entryLines(term: string, text: string, width: number, paint: Paint, across: number): string[] {
  const room = across - width - 4;
  if (room < 24) return [`  ${paint('cyan', term)}`, ...wrap(text, across - 6).map((line) => `      ${line}`)];
  const lines = wrap(text, room);
  return lines.map((line, at) => `  ${paint('cyan', pad(at === 0 ? term : '', width))}  ${line}`);
}

interface Entry {
  readonly group: string;
  readonly term: string;
  readonly text: string;
}

/** A command and its subcommands; a command with an action of its own is listed before them. */
function entriesOf(program: Command, command: Command, prefix: string): Entry[] {
  const helper = program.createHelp();
  const shown = helper.visibleCommands(command);
  const term = `${prefix}${command.name()}`;
  const inside = shown.flatMap((inner) => entriesOf(program, inner, `${term} `));
  if (inside.length > 0 && command.registeredArguments.length === 0) return inside;
  if (!helper.visibleCommands(command.parent ?? program).includes(command)) return [];
  const args = command.registeredArguments.map((arg) => (arg.required ? arg.name() : `[${arg.name()}]`));
  const group = (command.parent?.parent ? command.parent : command).helpGroup() ?? 'Commands';
  return [{ group, term: [`assay ${term}`, ...args].join(' '), text: command.description() }, ...inside];
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Examples under a command's help. */
export const examples = (...lines: readonly string[]): string =>
  ['', 'Examples', ...lines.map((line) => `  ${line}`)].join('\n');
