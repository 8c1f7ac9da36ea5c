import type { CliOption } from '../cli/command.ts';
import { cleanLines, indentOf } from './clean-text.ts';
import { toOption } from './option-lines.ts';
import { spellings } from './option-names.ts';

/** What one usage line says about the words that follow the command. */
export interface UsageFacts {
  /** Words to be typed as they are: subcommands, in programs that list them nowhere else. */
  readonly literals: readonly string[];
  /** argparse's `{a,b} ...`: subcommands. */
  readonly choices: readonly string[];
  /** `<command>`, `[command]`, `COMMAND`: a subcommand is expected. */
  readonly command: boolean;
  /** Something else may be given. */
  readonly argument: boolean;
  readonly passesOn: boolean;
}

/** One entry for each form, wrapped lines joined: `prog [-h] FILE`. */
export function usageForms(lines: readonly string[], starts: string): string[] {
  const forms: string[] = [];
  for (const line of lines) {
    const text = line.trim().replace(/^or:\s+/i, '');
    if (text === '') {
      if (forms.length > 0) continue;
    } else if (forms.length === 0 || /^\s*or:\s/i.test(line) || text === starts || text.startsWith(`${starts} `)) {
      forms.push(text);
    } else if (indentOf(line) > 0 || /^[[{(<]/.test(text)) {
      forms[forms.length - 1] += ` ${text}`;
    } else break; // a paragraph after the usage
  }
  return forms;
}

export function readUsage(form: string, words: number): UsageFacts {
  const tokens = tokenize(form).slice(words);
  const facts = { literals: [] as string[], choices: [] as string[], command: false, argument: false };
  const rest = form.split(/\s+/).slice(words).join(' ');
  const passesOn = PASSES_ON.test(rest) || STARTS_SCRIPT.test(rest);
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    const inner = token.replace(/^[[(]\s*/, '').replace(/\s*[\])](?:\.\.\.)?$/, '');
    if (isOption(inner)) {
      if (takesNext(inner, tokens[at + 1])) at += 1;
    } else if (/^\{[^}]*\}$/.test(token) && /^\.\.\./.test(tokens[at + 1] ?? '')) {
      facts.choices.push(...token.slice(1, -1).split(','));
      break;
    } else if (isCommandSlot(inner)) {
      facts.command = true;
      break;
    } else if (isOptionSlot(inner) || /^\.*$/.test(inner)) {
      // options are read elsewhere
    } else {
      const typed = literalsOf(inner);
      facts.literals.push(...typed);
      if (typed.length === 0) facts.argument = true;
      if (typed.length === 0 || !token.startsWith('[')) break; // an optional word may be left out: look on
    }
  }
  return { ...facts, passesOn };
}

/** `[COMMAND [ARG...]]`, `<command> [args]`, `-- <cmd>`: a command line inside a command line. */
const PASSES_ON =
  /(?:^|[\s[<(])(?:command|cmd|program)(?:>|\])?(?:\.\.\.|\s*\[?-{0,2}\s*[[<]?(?:args?|arguments)\b|\s*\.\.\.)|\s--\s[[<]|<(?:command|cmd)>\s*$|[\w>] \.\.\.$/i;

/** `[ script.js ] [arguments]`, `file | -] [arg] ...`: what comes after a script is the script's own. */
const STARTS_SCRIPT =
  /\b(?:script|file|program)[\w.-]*\s*(?:\|\s*-)?\s*[\])>]*\s*(?:\|[^\]]*\])?\s*[[<]?\s*(?:args?|arguments)\b/i;

const isOption = (text: string): boolean => /^-/.test(text) || /^\(?-/.test(text);
const isCommandSlot = (text: string): boolean =>
  /^<?(?:sub-?)?command>?$/i.test(text) || /^<?command>? (?:<?subcommand>?)/i.test(text);
const isOptionSlot = (text: string): boolean =>
  /(?:options?|opts|flags|args?|arguments)>?(?:\.\.\.)?$/i.test(text) && !/^<?args?>?\.\.\.$/.test(text);

/** `-C <path>` outside brackets: the value belongs to the option. */
const takesNext = (option: string, next = ''): boolean =>
  /^--?[\w.-]+$/.test(option) && (/^<[^>]*>$/.test(next) || /^[A-Z][A-Z_-]*$/.test(next));

/** `push [-p] …` → push; `(init | list)` → both; `<path>` and `<version> | major` → none. */
function literalsOf(text: string): string[] {
  const words = alternatives(text).map((part) => part.trim().split(/\s+/)[0] ?? '');
  return words.every((word) => /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(word)) ? words : [];
}

/** Cuts at bars outside brackets. */
function alternatives(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const char of text) {
    if ('[(<{'.includes(char)) depth += 1;
    if ('])>}'.includes(char)) depth -= 1;
    if (char === '|' && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts;
}

/** Cuts at spaces outside brackets; a bracket group with what is attached to it is one token. */
function tokenize(form: string): string[] {
  const tokens: string[] = [];
  let depth = 0;
  let token = '';
  for (const char of form.replace(/\s*\|\s*/g, '|')) {
    if (depth === 0 && char === ' ') {
      if (token !== '') tokens.push(token);
      token = '';
      continue;
    }
    if ('[(<{'.includes(char)) depth += 1;
    if ('])>}'.includes(char)) depth = Math.max(0, depth - 1);
    token += char;
  }
  return token === '' ? tokens : [...tokens, token];
}

const OPTION =
  /(?<![\w-])(--(?:\[no-?\])?[A-Za-z0-9][\w.-]*(?:\{[\w,-]+\})?|-[A-Za-z0-9?#@])(\[=?[^\]]*\]|=?<[^>]*>|=[\w.-]+| <[^>]*>| [A-Z][A-Z_-]+(?=[\]\s)]|$))?/g;

/** The options a usage shows, for the programs that list them nowhere else. */
export function optionsOfUsage(text: string): CliOption[] {
  const names = cleanLines(text).join(' ');
  return [...names.matchAll(OPTION)].map(([, name = '', value = '']) =>
    toOption({ names: spellings(name), value }, []),
  );
}
