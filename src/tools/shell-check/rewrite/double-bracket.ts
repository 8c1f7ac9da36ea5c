import type { ShellNode } from '#code/shell-tree.ts';
import { literalOf } from '#code/shell-words.ts';
import { oneField } from './one-field.ts';
import { matchRegex } from './regex.ts';

/** A condition in POSIX. An atom is one command; a list needs grouping where it is a part of something. */
export interface Condition {
  readonly text: string;
  readonly atom: boolean;
  readonly assumes: readonly string[];
}

export const UNARY: ReadonlySet<string> = new Set([...'bcdefghLnprSstuwxz'].map((letter) => `-${letter}`));
const NUMERIC: ReadonlySet<string> = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge']);
const WHOLE_NUMBERS = 'the operands of the comparison are whole numbers';

/** The condition between `[[` and `]]`, or null if it is unknown. */
export function posixCondition(node: ShellNode): Condition | null {
  switch (node.type) {
    case 'binary_expression':
      return binary(node);
    case 'unary_expression':
      return unary(node);
    case 'parenthesized_expression': {
      const inner = node.children.filter(({ named }) => named);
      return inner.length === 1 && inner[0] ? posixCondition(inner[0]) : null;
    }
    default: {
      const operand = oneField([node]);
      return operand === null ? null : atom(`[ -n ${operand} ]`);
    }
  }
}

const atom = (text: string, ...assumes: string[]): Condition => ({ text, atom: true, assumes });

/** `||` and `&&` of the shell are equally strong and bind to the left: only the right side needs braces. */
export const join = (left: Condition, operator: string, right: Condition): Condition => ({
  text: `${left.text} ${operator} ${right.atom ? right.text : `{ ${right.text}; }`}`,
  atom: false,
  assumes: [...left.assumes, ...right.assumes],
});

function unary(node: ShellNode): Condition | null {
  const [operator, operand, ...more] = node.children;
  if (!operator || !operand || more.length > 0) return null;
  if (operator.text === '!') return negate(posixCondition(operand));
  const name = literalOf(operand);
  if (operator.text === '-v') return name && /^[A-Za-z_]\w*$/.test(name) ? atom(`[ "\${${name}+set}" = set ]`) : null;
  const test = operator.text === '-a' ? '-e' : operator.text;
  const field = oneField([operand]);
  return UNARY.has(test) && field !== null ? atom(`[ ${test} ${field} ]`) : null;
}

function negate(inner: Condition | null): Condition | null {
  if (!inner) return null;
  // Two in a row are an error in dash.
  if (inner.atom && inner.text.startsWith('! ')) return { ...inner, text: inner.text.slice(2) };
  const [, not, test] = /^\[ (! )?(.*)$/s.exec(inner.text) ?? [];
  if (inner.atom && test !== undefined) return { ...inner, text: `[ ${not ? '' : '! '}${test}` };
  return { ...inner, text: inner.atom ? `! ${inner.text}` : `! { ${inner.text}; }`, atom: true };
}

function binary(node: ShellNode): Condition | null {
  const operator = node.children.find(({ field }) => field === 'operator')?.text ?? '';
  const lefts = node.children.filter(({ field }) => field === 'left');
  const rights = node.children.filter(({ field }) => field === 'right');
  const [first, second] = [lefts[0], rights[0]];
  if (!first || !second) return null;
  if (operator === '&&' || operator === '||') {
    const [left, right] = [posixCondition(first), posixCondition(second)];
    return left && right && lefts.length === 1 && rights.length === 1 ? join(left, operator, right) : null;
  }
  const left = oneField(lefts);
  if (left === null) return null;
  if (operator === '=~') return regexCondition(left, rights);
  if (operator === '=' || operator === '==') return matches(left, rights, true);
  if (operator === '!=') return matches(left, rights, false);
  const right = oneField(rights);
  if (right === null) return null;
  if (NUMERIC.has(operator)) return numeric(left, operator, right, [...lefts, ...rights]);
  if (operator === '<' || operator === '>')
    return atom(`expr ${marked(left)} '${operator}' ${marked(right)} > /dev/null`);
  return null;
}

/** Bash evaluates a bare name as a variable here, POSIX does not. */
function numeric(left: string, operator: string, right: string, nodes: readonly ShellNode[]): Condition | null {
  if (nodes.some((node) => node.type === 'word' && !/^-?\d+$/.test(node.text))) return null;
  return atom(`[ ${left} ${operator} ${right} ]`, WHOLE_NUMBERS);
}

function matches(left: string, rights: readonly ShellNode[], positive: boolean): Condition | null {
  const source = rights.map(({ text }) => text).join('');
  const literal = rights.every((node) => isLiteral(node)) ? oneField(rights) : null;
  if (literal !== null) return atom(`[ ${left} ${positive ? '=' : '!='} ${literal} ]`);
  if (/[?*+@!]\(/.test(source) || rights.some(({ type }) => type === 'ERROR')) return null;
  if (rights.some((node) => !/["'$]/.test(node.text) && /[\s|&;<>()#]/.test(node.text))) return null;
  const [yes, no] = positive ? ['true', 'false'] : ['false', 'true'];
  return atom(`case ${left} in ${source}) ${yes} ;; *) ${no} ;; esac`);
}

function isLiteral(node: ShellNode): boolean {
  if (node.type === 'string' || node.type === 'raw_string' || node.type === 'ansi_c_string') return true;
  if (node.type === 'concatenation') return node.children.every(isLiteral);
  return (
    (node.type === 'word' || node.type === 'number' || node.type === 'extglob_pattern') && !/[*?[$\\]/.test(node.text)
  );
}

function regexCondition(left: string, rights: readonly ShellNode[]): Condition | null {
  const [node] = rights;
  if (!node || rights.length > 1 || (node.type !== 'regex' && node.type !== 'word')) return null;
  const text = matchRegex(left, node.text);
  return text === null ? null : atom(text);
}

/** expr compares as strings only what is no number, so both get the same letter in front. */
const marked = (field: string): string => (field.startsWith('"') ? `"x${field.slice(1)}` : `x${field}`);
