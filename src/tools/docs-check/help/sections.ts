import { indentOf } from './clean-text.ts';

export interface HelpSection {
  /** Without its colon; empty for the text before the first heading. */
  readonly heading: string;
  readonly lines: readonly string[];
}

/** A help cut at its headings, which styles write as `Options:`, `OPTIONS`, `Options` or `usage: …`. */
export function splitSections(lines: readonly string[]): HelpSection[] {
  const sections: { heading: string; lines: string[] }[] = [{ heading: '', lines: [] }];
  lines.forEach((line, at) => {
    const usage = /^\s{0,3}usage(?::\s*(.*)|\s*)$/i.exec(line);
    const last = sections.at(-1);
    if (usage) sections.push({ heading: 'usage', lines: usage[1] ? [usage[1]] : [] });
    // A usage ends with its paragraph; git lists options right after it, without a heading.
    else if (line === '' && last?.heading === 'usage' && last.lines.some((one) => one !== '')) {
      sections.push({ heading: '', lines: [] });
    } else if (isHeading(lines, at)) sections.push({ heading: line.trim().replace(/:$/, ''), lines: [] });
    else sections.at(-1)?.lines.push(line);
  });
  return sections;
}

const WELL_KNOWN =
  /^(?:usage|examples?|options?|flags|(?:global|inherited|common) (?:options|flags)|alias(?:es)?|arguments|commands)$/i;
const LONGEST_HEADING = 70;

/** A short line at the margin with something indented under it; well-known ones need nothing but their colon. */
function isHeading(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  if (line === '' || indentOf(line) > 0 || line.length > LONGEST_HEADING) return false;
  if (!/^[A-Za-z]/.test(line)) return false;
  const bare = line.replace(/:$/, '');
  if (WELL_KNOWN.test(bare) && (bare !== line || bare === bare.toUpperCase())) return true;
  if (/[.,;!?]$/.test(line) || /\s{2,}/.test(line)) return false;
  const before = lines[at - 1] ?? '';
  const below = lines[at + 1] || lines[at + 2] || '';
  return before === '' && below !== '' && indentOf(below) > 0;
}
