import type { CliCommand, CliEntry, CliOption, HelpStyle } from '../cli/command.ts';
import { cleanLines } from './clean-text.ts';
import { entry, readCommandLists } from './command-lists.ts';
import { npmCommands } from './npm.ts';
import { readOptionLines } from './option-lines.ts';
import { mentionedOptions } from './option-names.ts';
import { type HelpSection, splitSections } from './sections.ts';
import { optionsOfUsage, readUsage, usageForms } from './usage.ts';

export interface HelpOf {
  readonly program: string;
  readonly path: readonly string[];
  readonly style: HelpStyle;
}

/** The content of a help text. Never throws: a text without structure gives an empty command. */
export function parseHelp(text: string, { program, path, style }: HelpOf): CliCommand {
  const lines = cleanLines(text);
  const sections = splitSections(lines);
  const usage = usageOf(sections, lines, program, path, style);
  const facts = usage.map((form) => readUsage(form, path.length + 1));
  const byHand = style === 'git' || style === 'npm';
  const commands = [
    ...(style === 'npm' && path.length === 0
      ? npmCommands(lines)
      : readCommandLists(sections, style, [program, ...path].join(' '))),
    ...facts.flatMap(({ choices }) => choices).map((name) => entry(name)),
    ...(byHand && path.length > 0 ? facts.flatMap(({ literals }) => literals).map((name) => entry(name)) : []),
  ];
  const shown = sections.filter(
    ({ heading }) => heading !== 'usage' && !/^(?:examples?|(?:positional )?arguments|args)$/i.test(heading),
  );
  return {
    path,
    style,
    summary: style === 'git' ? '' : summaryOf(sections, usage), // git writes it in the parent's list only
    usage,
    aliases: aliasesOf(lines, path),
    options: uniqueOptions([
      ...(style === 'npm'
        ? optionsOfUsage(usageText(usage, sections, style)).filter(({ arity }) => arity !== 'none')
        : []),
      ...shown.flatMap(({ lines: inside }) => readOptionLines(inside)),
      ...(byHand ? optionsOfUsage(usageText(usage, sections, style)) : []),
    ]),
    mentioned: mentionedOptions(lines.join('\n')),
    commands: uniqueEntries(commands),
    // The words that mark revisions can be chosen freely (`git bisect start --term-new=fast`).
    takesArguments: style === 'git' && path[0] === 'bisect' ? 'yes' : argumentsOf(facts, byHand),
    passesOn: facts.some(({ passesOn }) => passesOn),
    examples: examplesOf(sections, lines, program),
  };
}

/** The usage forms. Hand-written helps (`git bisect -h`) go on with them at the margin, without the heading. */
function usageOf(
  sections: readonly HelpSection[],
  lines: readonly string[],
  program: string,
  path: readonly string[],
  style: HelpStyle,
): string[] {
  const starts = [program, ...path].join(' ');
  const inside = sections.filter(({ heading }) => heading === 'usage').flatMap(({ lines: form }) => form);
  const first = inside.find((line) => line !== '')?.trim() ?? '';
  // A program may use another name for itself than its file's (`fdfind`, wrappers): its own usage shows which.
  const named = `${first} `.startsWith(`${starts} `) ? starts : (first.split(' ')[0] ?? starts);
  const forms = usageForms(inside, named);
  const more = style === 'git' && path.length > 0 ? lines.filter((line) => line.startsWith(`${starts} `)) : [];
  return [...new Set([...forms, ...more])].filter((form) => form === named || form.startsWith(`${named} `));
}

/** npm writes its options as a usage, under the heading of options. */
const usageText = (usage: readonly string[], sections: readonly HelpSection[], style: HelpStyle): string =>
  [
    ...usage,
    ...(style === 'npm' ? sections.filter(({ heading }) => heading === 'Options').flatMap(({ lines }) => lines) : []),
  ].join('\n');

function argumentsOf(facts: readonly ReturnType<typeof readUsage>[], byHand: boolean): CliCommand['takesArguments'] {
  if (facts.length === 0) return 'unknown';
  return facts.some(({ argument, literals }) => argument || (!byHand && literals.length > 0)) ? 'yes' : 'no';
}

function summaryOf(sections: readonly HelpSection[], usage: readonly string[]): string {
  for (const { heading, lines } of sections) {
    if (heading !== '' && heading !== 'usage') break;
    const own = heading === 'usage' ? afterUsage(lines, usage) : lines;
    const start = own.findIndex(
      (line) => /[A-Za-z]/.test(line) && !VERSION_LINE.test(line) && !line.trim().startsWith('-'),
    );
    if (start < 0) continue;
    const rest = own.slice(start);
    const end = rest.indexOf('');
    return (end < 0 ? rest : rest.slice(0, end)).map((line) => line.trim()).join(' ');
  }
  return '';
}

const VERSION_LINE = /^\s*[\w-]+(?: v?\d+(?:\.\d+)+.*)?$|^.* <\S+@\S+>$/;

function afterUsage(lines: readonly string[], usage: readonly string[]): readonly string[] {
  const known = usage.join(' ');
  return lines.filter((line) => !known.includes(line.trim().replace(/^or:\s+/, '')) || line === '');
}

/** `Aliases:` with a list below (cobra), `aliases: add, i` (npm); its own name is among cobra's. */
function aliasesOf(lines: readonly string[], path: readonly string[]): string[] {
  const at = lines.findIndex((line) => /^alias(?:es)?:?(?:\s|$)/i.test(line));
  if (at < 0) return [];
  const listed = (lines[at] ?? '').replace(/^alias(?:es)?:?\s*/i, '') || (lines[at + 1] ?? '');
  const words = listed.split(',').map((part) => part.trim().split(' ').at(-1) ?? '');
  return words.filter((word) => /^[\w.-]+$/.test(word) && word !== path.at(-1));
}

function examplesOf(sections: readonly HelpSection[], lines: readonly string[], program: string): string[] {
  const inside = sections.filter(({ heading }) => /^examples?$/i.test(heading)).flatMap((section) => section.lines);
  const prompted = lines.filter((line) => line.trim().startsWith(`$ ${program} `));
  const written = [...inside, ...prompted].map((line) => line.trim().replace(/^\$ /, ''));
  const commands = written.filter((line) => line.startsWith(`${program} `));
  return [...new Set(commands.map((line) => line.split(/\s{3,}/)[0] ?? line))];
}

/** The first description of an option wins; a usage only adds the names that no list has. */
function uniqueOptions(options: readonly CliOption[]): CliOption[] {
  const known = new Set<string>();
  return options.flatMap((option) => {
    const names = option.names.filter((name) => !known.has(name));
    for (const name of names) known.add(name);
    return names.length === 0 ? [] : [{ ...option, names }];
  });
}

const uniqueEntries = (entries: readonly CliEntry[]): CliEntry[] =>
  [...new Map(entries.toReversed().map((one) => [one.name, one])).values()].toReversed();
