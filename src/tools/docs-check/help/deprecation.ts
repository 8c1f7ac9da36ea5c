import type { Deprecation } from '../cli/command.ts';

/**
 * A description's statement about its own subject. "Include deprecated packages" is about something else: the word has
 * to open the description, be in brackets or capitals, or refer to this option or command.
 */
export function deprecationOf(summary: string): Deprecation | null {
  return SAYS_SO.some((pattern) => pattern.test(summary)) ? { instead: insteadOf(summary) } : null;
}

const SAYS_SO = [
  /^\W*(?:is |now )?deprecated\b/i,
  /[([]\s*(?:\w+ ){0,2}deprecated\b/i,
  /\bDEPRECATED\b/,
  /\bthis (?:option|flag|switch|command|subcommand|argument) (?:is|has been|was) (?:\w+ )?deprecated\b/i,
  /\bis deprecated(?:[,;:]| and| in favou?r| since)/i,
];

function insteadOf(summary: string): string | null {
  const found = INSTEAD.map((pattern) => pattern.exec(summary)?.[1]).find((name) => name !== undefined);
  return found === undefined ? null : found.replace(/[.,;:]+$/, '');
}

const NAME = '[`\'"]{0,2}(--?[\\w.-]+|[a-z][\\w-]*(?: [a-z][\\w-]*)?)';
const INSTEAD = [
  new RegExp(`\\buse (?:the )?${NAME}[\`'"]{0,2} (?:flag |option |command )?instead`, 'i'),
  new RegExp(`\\bin favou?r of (?:the )?${NAME}`, 'i'),
  new RegExp(`\\breplaced (?:by|with) (?:the )?${NAME}`, 'i'),
  /\buse (?:the )?[`'"]{0,2}(--?[\w.-]+)/i,
];
