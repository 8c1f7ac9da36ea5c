import type { CliEntry, HelpStyle } from '../cli/command.ts';
import { indentOf } from './clean-text.ts';
import { deprecationOf } from './deprecation.ts';
import type { HelpSection } from './sections.ts';

/** The subcommands a help lists under its headings. */
export function readCommandLists(sections: readonly HelpSection[], style: HelpStyle, starts: string): CliEntry[] {
  const found = sections.flatMap((section) => {
    if (style === 'argparse') return underChoices(section.lines);
    if (NO_COMMANDS.test(section.heading)) return [];
    const named = /\b(?:sub)?commands?\b/i.test(section.heading) && !/options/i.test(section.heading);
    const entries = named || style === 'git' ? listed(section.lines) : [];
    return entries.length > 0 ? entries : withProgram(section, starts);
  });
  return merge(found);
}

const NO_COMMANDS =
  /^(?:usage|examples?|options?|flags|arguments|environment.*|learn more|help topics|notes?|see also|.*interfaces.*|.*file formats.*|command aliases|)$/i;

export const entry = (name: string, aliases: readonly string[] = [], summary = '', isDefault = false): CliEntry => ({
  name,
  aliases: aliases.filter((alias) => alias !== name),
  summary,
  deprecated: deprecationOf(summary),
  isDefault,
});

/** `name`, `name, n`, `name|n`, `name (n)`, `name:`, `name*`, then what it takes, then after two spaces what it does. */
const LINE =
  /^([a-z0-9][\w.-]*)(\*)?((?:(?:, |\|)[a-z0-9][\w-]*)*)(?: \(([\w, -]+)\))?:?((?: (?:<[^>]*>|\[[^\]]*\]|[A-Z_]+)(?:\.\.\.)?)*)(?:\s{2,}(\S.*)| (\S.*))?$/;

/** Entries have the smallest indent; deeper lines continue the description. */
function listed(lines: readonly string[]): CliEntry[] {
  const filled = lines.filter((line) => line !== '');
  const margin = Math.min(...filled.filter((line) => indentOf(line) > 0).map(indentOf));
  const entries: { name: string; aliases: string[]; text: string[]; isDefault: boolean }[] = [];
  for (const line of filled) {
    const indent = indentOf(line);
    if (indent < margin) continue;
    const match = indent === margin ? LINE.exec(line.trim()) : null;
    // After one space only, it is a name too long for its column, or a sentence.
    if (match?.[1] && (match[7] === undefined || match[1].length + margin > LONG_NAME)) {
      const aliases = `${match[3] ?? ''},${match[4] ?? ''}`.split(/[,|]\s*/).filter(Boolean);
      entries.push({ name: match[1], aliases, text: [match[6] ?? match[7] ?? ''], isDefault: match[2] === '*' });
    } else if (indent > margin) entries.at(-1)?.text.push(line.trim());
  }
  return entries.map(({ name, aliases, text, isDefault }) => {
    const summary = text.join(' ').replace(/\s+/g, ' ').trim();
    const said = /\[(?:visible )?alias(?:es)?: ([\w, -]+)\]/.exec(summary)?.[1]?.split(/,\s*/) ?? [];
    return entry(name, [...aliases, ...said], summary, isDefault);
  });
}

const LONG_NAME = 14;

/** argparse: `{add,remove}` or a metavar such as `<command>` alone on its line, the commands indented under it. */
function underChoices(lines: readonly string[]): CliEntry[] {
  const at = lines.findIndex((line) => /^\s+(?:\{[\w,.-]+\}|<?(?:sub)?command>?)$/i.test(line));
  if (at < 0) return [];
  const slot = lines[at] ?? '';
  const names = /\{(.*)\}/.exec(slot)?.[1]?.split(',') ?? [];
  const below = lines.slice(at + 1);
  const end = below.findIndex((line) => line !== '' && indentOf(line) <= indentOf(slot));
  const entries = listed(end < 0 ? below : below.slice(0, end));
  const shown = new Set(entries.flatMap(({ name, aliases }) => [name, ...aliases]));
  return [...entries, ...names.filter((name) => !shown.has(name)).map((name) => entry(name))];
}

/** `  assay runs list   list runs`: a help that writes whole commands under its headings. */
function withProgram(section: HelpSection, starts: string): CliEntry[] {
  return section.lines.flatMap((line) => {
    const text = line.trim();
    if (indentOf(line) === 0 || !text.startsWith(`${starts} `)) return [];
    const [command = '', summary = ''] = text.slice(starts.length + 1).split(/\s{2,}/);
    const [name = '', next = ''] = command.split(' ');
    if (!/^[a-z][\w-]*$/.test(name)) return [];
    return [entry(name, [], /^[a-z]/.test(next) ? '' : summary)];
  });
}

function merge(entries: readonly CliEntry[]): CliEntry[] {
  const byName = new Map<string, CliEntry>();
  for (const one of entries) {
    const before = byName.get(one.name);
    byName.set(one.name, before && before.summary !== '' ? before : one);
  }
  return [...byName.values()];
}
