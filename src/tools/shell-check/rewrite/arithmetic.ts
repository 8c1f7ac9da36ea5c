/** The POSIX equivalent of an arithmetic expression, or what prevents it. */
export interface Arithmetic {
  /** Operators POSIX does not have, in order. */
  readonly beyond: readonly string[];
  /** The same expression in POSIX; null when one of `beyond` has no counterpart. */
  readonly posix: string | null;
  /** Variables named without a dollar sign. */
  readonly names: readonly string[];
}

/** `i++` becomes `((i += 1) - 1)`: POSIX has the compound assignments but need not have the increments. */
export function readArithmetic(expression: string): Arithmetic {
  const tokens = tokenize(expression);
  const beyond: string[] = [];
  const out: string[] = [];
  let possible = true;
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i] ?? '';
    const step = STEPS[token];
    if (step) {
      beyond.push(token);
      const after = nextSolid(tokens, i, 1);
      const before = lastSolid(out);
      if (before !== null && NAME.test(out[before] ?? '')) {
        const name = out.splice(before)[0] ?? '';
        out.push(`((${name} ${step.assign} 1) ${step.undo} 1)`);
      } else if (after !== null && NAME.test(tokens[after] ?? '')) {
        out.push(`(${tokens[after]} ${step.assign} 1)`);
        i = after;
      } else possible = false;
      continue;
    }
    if (token === '**' || token === '**=' || token === ',' || BASED.test(token) || token === '[') {
      beyond.push(token === '[' ? '[ ]' : token);
      possible = false;
    }
    out.push(token);
  }
  return { beyond, posix: possible ? out.join('') : null, names: tokens.filter((token) => NAME.test(token)) };
}

/** When the value is unused, `i++`, `n += 2` and `x = a + b` are ordinary assignments. */
export function plainStep(expression: string): string | null {
  const [, pre, name, post] = /^\s*(\+\+|--)?\s*([A-Za-z_]\w*)\s*(\+\+|--)?\s*$/.exec(expression) ?? [];
  if (name && Boolean(pre) !== Boolean(post)) return `${name}=$((${name} ${(pre ?? post) === '++' ? '+' : '-'} 1))`;
  const [, target, operator, value] = /^\s*([A-Za-z_]\w*)\s*([-+*/%]?)=(?!=)\s*(\S[^=]*?)\s*$/.exec(expression) ?? [];
  if (!target || value === undefined || !/^[\w\s+*/%()-]+$/.test(value) || readArithmetic(value).beyond.length > 0)
    return null;
  if (operator === '') return `${target}=${/^\d+$/.test(value) ? value : `$((${value}))`}`;
  return /^\w+$/.test(value) ? `${target}=$((${target} ${operator} ${value}))` : null;
}

const STEPS: Readonly<Record<string, { readonly assign: string; readonly undo: string }>> = {
  '++': { assign: '+=', undo: '-' },
  '--': { assign: '-=', undo: '+' },
};
const NAME = /^[A-Za-z_]\w*$/;
const BASED = /^\d+#/;
const TOKEN =
  /\s+|\d+#[\w@]+|0[xX][\da-fA-F]+|\d+|[A-Za-z_]\w*|\*\*=?|\+\+|--|<<=?|>>=?|[-+*/%&|^<>=!]=|&&|\|\||[\s\S]/y;

function tokenize(expression: string): string[] {
  const tokens: string[] = [];
  let at = 0;
  while (at < expression.length) {
    const end = expression[at] === '$' || expression[at] === '`' ? opaqueEnd(expression, at) : at;
    if (end > at) {
      tokens.push(expression.slice(at, end));
      at = end;
      continue;
    }
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(expression)?.[0] ?? expression.slice(at);
    tokens.push(token);
    at += token.length;
  }
  return tokens;
}

/** `$x`, `${…}`, `$(…)` and backquotes are taken whole: rules look into them by themselves. */
function opaqueEnd(text: string, from: number): number {
  if (text[from] === '`') {
    const close = text.indexOf('`', from + 1);
    return close < 0 ? text.length : close + 1;
  }
  const open = text[from + 1];
  if (open !== '{' && open !== '(')
    return from + 1 + (/^(?:[A-Za-z_]\w*|[\d@*#?$!-])/.exec(text.slice(from + 1))?.[0].length ?? 0);
  const close = open === '{' ? '}' : ')';
  let depth = 0;
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === open) depth += 1;
    if (text[at] === close) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

const isSpace = (token: string | undefined): boolean => token !== undefined && token.trim() === '';

function nextSolid(tokens: readonly string[], from: number, step: number): number | null {
  for (let at = from + step; at < tokens.length; at += step) if (!isSpace(tokens[at])) return at;
  return null;
}

function lastSolid(tokens: readonly string[]): number | null {
  for (let at = tokens.length - 1; at >= 0; at -= 1) if (!isSpace(tokens[at])) return at;
  return null;
}
