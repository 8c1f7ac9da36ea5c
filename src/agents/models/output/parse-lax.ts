import { jsonrepair } from 'jsonrepair';
import type { Json } from '#contracts/json.ts';
import { laxTokens } from './lax-tokens.ts';

export type Parsed =
  | { readonly type: 'json'; readonly value: Json; readonly repaired: boolean }
  | { readonly type: 'unreadable'; readonly problem: string };

/**
 * Parses sloppily written JSON: trailing commas, comments, single quotes, unquoted keys, Python's constants. A repair
 * that would add or remove content (a missing bracket, an ellipsis, a stray quote) is refused.
 */
export function parseLax(text: string): Parsed {
  try {
    return { type: 'json', value: JSON.parse(text), repaired: false };
  } catch (thrown) {
    const problem = thrown instanceof Error ? thrown.message : String(thrown);
    return repaired(text, problem);
  }
}

/** The readable part of a truncated text: for display, never for use. */
export function guessCut(text: string): Json | undefined {
  const guess = whatItMayMean(text);
  return guess === undefined ? undefined : parsed(guess);
}

function repaired(text: string, problem: string): Parsed {
  const plain = parsed(rewritten(text));
  if (plain !== undefined) return { type: 'json', value: plain, repaired: true };
  const better = whatItMayMean(text);
  const value = better !== undefined && saysTheSame(text, better) ? parsed(better) : undefined;
  return value === undefined ? { type: 'unreadable', problem } : { type: 'json', value, repaired: true };
}

/** The same tokens as strict JSON: no comments, no trailing commas, double quotes. Nothing is guessed. */
function rewritten(text: string): string {
  const tokens = [...laxTokens(text)];
  const pieces = tokens.map((token, index) => {
    const next = tokens[index + 1]?.kind;
    if (token.kind === 'comma') return next === 'close' ? '' : ',';
    if (token.kind === 'string') return token.closed ? JSON.stringify(token.text) : token.text;
    if (token.kind === 'word')
      return next === 'colon' ? JSON.stringify(token.text) : (CONSTANTS[token.text] ?? token.text);
    return token.text;
  });
  return pieces.join(' ');
}

/** Its guesses go further (a missing comma) and sometimes too far. */
function whatItMayMean(text: string): string | undefined {
  try {
    return jsonrepair(text);
  } catch {
    return undefined;
  }
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The same brackets, keys and values in the same order; only commas, quotes and comments may differ. */
function saysTheSame(before: string, after: string): boolean {
  const [left, right] = [meaning(before), meaning(after)];
  return left.length === right.length && left.every((token, index) => token === right[index]);
}

function meaning(text: string): string[] {
  const tokens = [...laxTokens(text)].filter(({ kind }) => kind !== 'comma');
  return tokens.map((token, index) => {
    if (token.kind === 'word')
      return tokens[index + 1]?.kind === 'colon' ? `string ${token.text}` : wordMeaning(token.text);
    if (token.kind === 'string') return token.closed ? `string ${token.text}` : 'a string without an end';
    return token.text;
  });
}

/** A bare word as a value is a number or a constant; any other would become a string that the text does not contain. */
function wordMeaning(word: string): string {
  const meant = CONSTANTS[word] ?? word;
  return /^(true|false|null|-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?)$/.test(meant) ? `word ${meant}` : `no value ${word}`;
}

const CONSTANTS: Readonly<Record<string, string | undefined>> = { True: 'true', False: 'false', None: 'null' };
