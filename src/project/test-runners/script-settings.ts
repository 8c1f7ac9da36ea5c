/** The texts of a list in a configuration that is a program. */
export interface WrittenList {
  /** The name of the object around it: `test` in `{ test: { include: [] } }`; '' where it has none. */
  readonly of: string;
  readonly texts: readonly string[];
  /** An element is not a plain string: the list is incomplete. */
  readonly partial: boolean;
}

/**
 * The named lists of plain strings in a configuration written in JavaScript, and single strings as lists of one. The
 * program is read, never run: computed values are not included.
 */
export function writtenLists(program: string, name: string): WrittenList[] {
  const around: string[] = [];
  const found: WrittenList[] = [];
  let key = '';
  const tokens = [...program.matchAll(TOKENS)].map(([text]) => text).filter((text) => !/^(\/[/*]|\s)/.test(text));
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    if (token === '{' || token === '[' || token === '(') {
      around.push(token === '{' ? key : '');
      key = '';
    } else if (token === '}' || token === ']' || token === ')') around.pop();
    else if (tokens[at + 1] === ':' && /^[\w$'"]/.test(token)) {
      key = plain(token);
      at += 1;
      if (key === name) found.push(...listAt(tokens, at + 1, around.at(-1) ?? ''));
    } else if (token === ',' || token === ';') key = '';
  }
  return found;
}

const TOKENS =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|[\w$]+|\s+|[^\s\w]/g;

function listAt(tokens: readonly string[], at: number, of: string): WrittenList[] {
  const first = tokens[at] ?? '';
  if (isText(first)) return [{ of, texts: [plain(first)], partial: false }];
  if (first !== '[') return [];
  const end = tokens.indexOf(']', at);
  const inside = tokens.slice(at + 1, end === -1 ? undefined : end);
  return [
    { of, texts: inside.filter(isText).map(plain), partial: inside.some((each) => each !== ',' && !isText(each)) },
  ];
}

const isText = (token: string): boolean => /^(['"]|`[^$]*`$)/.test(token);
const plain = (token: string): string => (/^['"`]/.test(token) ? token.slice(1, -1).replaceAll(/\\(.)/g, '$1') : token);
