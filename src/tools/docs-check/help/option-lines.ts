import type { Arity, CliOption } from '../cli/command.ts';
import { indentOf } from './clean-text.ts';
import { deprecationOf } from './deprecation.ts';
import { spellings } from './option-names.ts';

/** The options a help lists one to a line (or a line and its description below). */
export function readOptionLines(lines: readonly string[]): CliOption[] {
  const found: { spec: OptionSpec; indent: number; textAt: number; text: string[] }[] = [];
  for (const line of lines) {
    const indent = indentOf(line);
    const last = found.at(-1);
    if (line === '') continue;
    const spec = /^-/.test(line.trimStart()) ? readSpec(line.trimStart()) : null;
    // A wrapped description may begin a line with an option's name; such a line is indented like the description.
    const inside = last !== undefined && indent > last.indent && indent >= last.textAt;
    if (spec && !inside) {
      const textAt = spec.rest === '' ? Number.POSITIVE_INFINITY : line.length - spec.rest.length;
      found.push({ spec, indent, textAt, text: spec.rest === '' ? [] : [spec.rest] });
    } else if (last && indent > last.indent) {
      if (last.textAt === Number.POSITIVE_INFINITY) last.textAt = indent;
      last.text.push(line.trim());
    }
  }
  return found.map(({ spec, text }) => toOption(spec, text));
}

interface OptionSpec {
  readonly names: readonly string[];
  readonly value: string;
  /** The description on the same line. */
  readonly rest: string;
}

export function toOption(spec: Pick<OptionSpec, 'names' | 'value'>, text: readonly string[]): CliOption {
  const summary = firstSentences(text);
  return {
    names: [...new Set(spec.names)],
    arity: arityOf(spec.value),
    value: spec.value.trim(),
    summary,
    deprecated: deprecationOf(summary),
  };
}

const NAME = /^(?:--(?:\[no-?\])?[A-Za-z0-9][\w.:-]*(?:\{[\w,-]+\}[\w-]*)?|-(?:[A-Za-z0-9?#@][\w-]*|\.))/;
/** The text between two names of one option. */
const BETWEEN = /^(?:,\s*|\s*\|\s*|\s*\/\s*|\s+)(?=-{1,2}[\w[?#@.])/;

/** `-f, --file <FILE>  Read FILE`: names, value, description. Null when the line only looks like one. */
function readSpec(line: string): OptionSpec | null {
  const names: string[] = [];
  let value = '';
  let rest = line;
  for (;;) {
    const name = NAME.exec(rest)?.[0];
    if (name === undefined) break;
    names.push(...namesOf(name));
    rest = rest.slice(name.length);
    const taken = takeValue(rest);
    if (taken !== '') value = taken;
    rest = rest.slice(taken.length);
    const between = BETWEEN.exec(rest)?.[0];
    if (between === undefined) break;
    rest = rest.slice(between.length);
  }
  if (names.length === 0 || (rest !== '' && !/^(?:\s|:)/.test(rest))) return null;
  return { names, value, rest: rest.replace(/^[:\s]+/, '') };
}

/** `-l5` names `-l`; a listed name is exact, so a single dash before a word is that word (`-version`). */
const namesOf = (written: string): string[] =>
  spellings(written).slice(0, written.includes('[') || written.includes('{') ? undefined : 1);

const PART = String.raw`(?:<[^>]*>|\[[^\]]*\]|\{[^}]*\}|\([^)]*\)|[^\s,|<[{(])`;
const ATTACHED = new RegExp(String.raw`^(?:\[=?[^\]]+\]|=?<[^>]*>|=${PART}+)(?:${PART})*(?:\.\.\.)?`);
const APART = new RegExp(String.raw`^ (?! )${PART}+(?:\.\.\.)?(?: ${PART}+(?:\.\.\.)?)*(?=$|\s{2}|,|\s*\||\s*/)`);

/** The value spec at the front of what follows a name, `[=<when>]`, `=FILE`, ` <FILE>`, ` string`; '' for none. */
function takeValue(rest: string): string {
  const attached = ATTACHED.exec(rest)?.[0];
  if (attached !== undefined) return attached;
  if (/^\.\.\./.test(rest)) return '...';
  const apart = APART.exec(rest)?.[0] ?? '';
  return apart !== '' && looksLikeValue(apart.trim()) ? apart : '';
}

/** Where a description follows after one space only (git's diff options), several plain words are no value. */
function looksLikeValue(text: string): boolean {
  if (text.startsWith('-') || /^[|/]/.test(text)) return false;
  const plain = text.split(' ').filter((word) => /^[a-z][a-z-]*[,.;]?$/.test(word));
  return plain.length <= 1;
}

export function arityOf(value: string): Arity {
  const text = value.trim();
  if (text === '' || text === '...') return 'none'; // `--verbose...` may be repeated, it takes nothing
  if (/\b(?:cmd|command|exec)\b.*\.\.\./i.test(text)) return 'program';
  // click writes a choice as `[a|b]`, and it must be given; a bracket that only opens the value is a part of it.
  if (/^\[[^\]]*\]$/.test(text) && (text.startsWith('[=') || !text.includes('|'))) return 'optional';
  if (/\.\.\.|^\S+ \S/.test(text.replace(/<[^>]*>/g, (inner) => inner.replaceAll(' ', '_')))) return 'many';
  if (/^<\S+( \S+)+>/.test(text) && /^<[A-Z ]+>/.test(text)) return 'many';
  return 'required';
}

const LONGEST_SUMMARY = 300;

function firstSentences(text: readonly string[]): string {
  const joined = text.join(' ').replace(/\s+/g, ' ').trim();
  return joined.length <= LONGEST_SUMMARY ? joined : `${joined.slice(0, LONGEST_SUMMARY - 1).trimEnd()}…`;
}
