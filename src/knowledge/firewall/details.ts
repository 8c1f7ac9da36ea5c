import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapePattern } from '#contracts/text.ts';
import type { NodeStore } from '../store/node-store.ts';
import type { KnowledgeNode } from '../store/node-types.ts';
import type { Verified } from './verify.ts';
import { constantsNamed, symbolsNamed } from './verify.ts';

/** A statement about the inside of one symbol, which only its source can confirm. */
export interface Detail {
  readonly of: string;
  readonly says: 'extends' | 'has' | 'takes' | 'returns' | 'equals';
  readonly what: string;
  /** `what` can only be a name of the code, not an English word: its absence then refutes the sentence. */
  readonly isName: boolean;
}

/** Reads the source of the symbol: its head for bases and parameters, its body for members and results. */
export function verifyDetail(store: NodeStore, root: string, detail: Detail): Verified {
  const { says } = detail;
  if (says === 'equals') return equals(store, root, detail);
  const nodes = symbolsNamed(store, detail.of);
  if (nodes.length === 0) return unknown(detail);
  const answers = nodes.map((node) => ASK[says](detail, node, store, root));
  return (
    answers.find(({ holds }) => holds) ?? answers.find(({ holds }) => holds === null) ?? answers[0] ?? unknown(detail)
  );
}

type Ask = (detail: Detail, node: KnowledgeNode, store: NodeStore, root: string) => Verified;

const ASK: Readonly<Record<Exclude<Detail['says'], 'equals'>, Ask>> = {
  extends: ({ of, what }, node, _store, root) => {
    const after = headOf(root, node).replace(new RegExp(`^[\\s\\S]*?\\b${escapePattern(lastOf(of))}\\b`), '');
    if (hasWord(after, what)) return yes(`${of} extends ${what}`);
    const isClass = node.kind === 'type' && /\bclass\b/.test(headOf(root, node));
    return isClass
      ? no(`${of} does not extend ${what}`)
      : { holds: null, why: `whether ${of} extends ${what} is unclear` };
  },
  has: (detail, node, store, root) => {
    const { of, what } = detail;
    if (symbolsNamed(store, `${lastOf(of)}.${what}`).length > 0 || hasWord(sourceOf(root, node), what))
      return yes(`${of} has ${what}`);
    // It may be inherited.
    return store.byName(what, ['function', 'type']).length > 0 || !detail.isName
      ? unknown(detail)
      : no(`${of} has no ${what}`);
  },
  takes: (detail, node, store, root) => {
    const { of, what } = detail;
    const makers = node.kind === 'type' ? MAKERS.flatMap((name) => symbolsNamed(store, `${lastOf(of)}.${name}`)) : [];
    const heads = [node, ...makers].map((each) => headOf(root, each)).join('\n');
    if (hasWord(heads, what)) return yes(`${of} takes ${what}`);
    return detail.isName && !/\*|\.\.\./.test(heads) ? no(`${of} does not take ${what}`) : unknown(detail);
  },
  returns: (detail, node, _store, root) => {
    const { of, what } = detail;
    const source = sourceOf(root, node);
    const results = [...source.matchAll(/\breturn\b.*|(?:->|\)\s*:)\s*[^={]+/g)].map(([text]) => text).join('\n');
    if (hasWord(results, what)) return yes(`${of} returns ${what}`);
    return hasWord(source, what) || !detail.isName ? unknown(detail) : no(`nothing in ${of} speaks of ${what}`);
  },
};

const MAKERS = ['__init__', '__new__', 'constructor', 'initialize', 'new', '__construct'];

function equals(store: NodeStore, root: string, detail: Detail): Verified {
  const values = constantsNamed(store, root, detail.of).map((line) => line.replaceAll('_', ''));
  const wanted = detail.what.replace(/[_,](?=\d)/g, '').replace(/[.,]$/, '');
  if (values.some((line) => hasWord(line.slice(line.indexOf('=')), wanted))) return yes(`${detail.of} is ${wanted}`);
  const numbers = values.filter((line) => /=\s*-?\d[\d.]*\s*(?:[;,#/)]|$)/.test(line));
  return numbers.length > 0 && numbers.length === values.length
    ? no(`${detail.of} is not ${wanted}: ${numbers[0]?.trim()}`)
    : unknown(detail);
}

const yes = (how: string): Verified => ({ holds: true, how });
const no = (why: string): Verified => ({ holds: false, why });
const unknown = ({ of, says, what }: Detail): Verified => ({
  holds: null,
  why: `that ${of} ${says} ${what} is for a person to say`,
});

/** Up to where its body begins. */
function headOf(root: string, node: KnowledgeNode): string {
  const source = sourceOf(root, node);
  const end = /\{\s*$|:\s*(?:#.*)?$|=>|^\s*(?:begin|do)\b/m.exec(source);
  return source.slice(0, end ? end.index + end[0].length : 400);
}

function sourceOf(root: string, { path, first, last }: KnowledgeNode): string {
  if (path === null || path === undefined) return '';
  try {
    return readFileSync(join(root, path), 'utf8')
      .split('\n')
      .slice((first ?? 1) - 1, last ?? undefined)
      .join('\n');
  } catch {
    return '';
  }
}

const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
const hasWord = (text: string, word: string): boolean =>
  new RegExp(`(?<![\\w$])${escapePattern(word)}(?![\\w$])`).test(text);
