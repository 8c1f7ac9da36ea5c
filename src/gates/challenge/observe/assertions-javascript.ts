import { NAME_OF_T } from '#code/facts/javascript/assertions.ts';
import { isWrapping, type Node, nodeAt, nodesAt, rootName, textAt, withoutWraps } from './syntax-javascript.ts';

/** An assertion as it is written. */
export interface WrittenAssertion {
  /** The node to report once it is done: with the `await` before it, without a `.catch` behind it. */
  readonly whole: Node;
  readonly how: string;
  readonly given: Node | null;
  readonly wants: Node | null;
  /** If it is passed, the test has passed. */
  readonly must: boolean;
}

const ASSERTS =
  /^(expect|assert\w*|should|equal|notEqual|strictEqual|notStrictEqual|deepEqual|deepStrictEqual|ok|is|throws|rejects|chai)$/i;

/** The complete assertion that a node is; null where it is none, or a part of one. */
export function writtenAssertion(
  node: Node,
  above: readonly Node[],
  own: ReadonlySet<string>,
): WrittenAssertion | null {
  const parent = above.at(-1);
  const root = /^(Call|Member)Expression$/.test(node.type) ? rootName(node) : '';
  const isAsserting = ASSERTS.test(root) || NAME_OF_T.test(root.toLowerCase());
  if (!parent || !isAsserting || isPartOf(above, node)) return null;
  const awaited = parent.type === 'AwaitExpression';
  if (node.type === 'MemberExpression') {
    // `expect(x).to.be.true;`
    const isSaid = awaited || /^(ExpressionStatement|ArrowFunctionExpression)$/.test(parent.type);
    return isSaid && wordsOf(node).calls > 0
      ? { whole: awaited ? parent : node, ...NO_OPERANDS, must: isMeant(node, root, own) }
      : null;
  }
  const call = withoutHandlers(node);
  const waited = awaited && call === node;
  return { whole: waited ? parent : call, ...operandsOf(call, waited), must: isMeant(call, root, own) };
}

/** `expect(x)` of `(expect(x) as any).toBeEven()`. */
function isPartOf(above: readonly Node[], node: Node): boolean {
  const around = above.findLast((each) => !isWrapping(each));
  return (
    around !== undefined &&
    [nodeAt(around, 'object'), nodeAt(around, 'callee')].some((each) => withoutWraps(each) === node)
  );
}

/** `expect(p).resolves.toBe(1).catch(…)`: the handling of its failure is not part of it. */
function withoutHandlers(node: Node): Node {
  let call = node;
  for (;;) {
    const callee = nodeAt(call, 'callee');
    const object = callee?.type === 'MemberExpression' ? nodeAt(callee, 'object') : null;
    if (
      object?.type !== 'CallExpression' ||
      !/^(catch|then|finally)$/.test(textAt(nodeAt(callee ?? call, 'property'), 'name'))
    )
      return call;
    call = object;
  }
}

/** Names that a file imports from its own project: what they do is what is tested. */
export function ownNames(program: Node): Set<string> {
  const names = new Set<string>();
  const isOwn = (source: Node | null): boolean => /^[.#~]|^@\//.test(textAt(source, 'value'));
  for (const statement of nodesAt(program, 'body')) {
    if (statement.type === 'ImportDeclaration' && isOwn(nodeAt(statement, 'source')))
      for (const each of nodesAt(statement, 'specifiers')) names.add(textAt(nodeAt(each, 'local'), 'name'));
    for (const each of statement.type === 'VariableDeclaration' ? nodesAt(statement, 'declarations') : []) {
      const [source] = nodesAt(nodeAt(each, 'init') ?? each, 'arguments');
      const id = nodeAt(each, 'id');
      if (!id || rootName(nodeAt(each, 'init')) !== 'require' || !source || !isOwn(source)) continue;
      names.add(textAt(id, 'name'));
      for (const property of nodesAt(id, 'properties')) names.add(textAt(nodeAt(property, 'value'), 'name'));
    }
  }
  return names;
}

const VERBS =
  /^(is|not|isNot|deepEqual|notDeepEqual|equals?|notEqual|strictEqual|deepStrictEqual|truthy|falsy|true|false|throws|throwsAsync|notThrows|notThrowsAsync|rejects|resolves|regex|notRegex|like|ok|notOk|same|notSame|strictSame|match|notMatch|snapshot|matchSnapshot|assert|error|has|hasStrict|type)$/;
/** Members of `expect` itself: they make values, set up, or mark unreachable code. */
const NO_CHECKS =
  /^(extend|any|anything|objectContaining|arrayContaining|arrayOf|stringContaining|stringMatching|closeTo|assertions|hasAssertions|addSnapshotSerializer|addEqualityTesters|getState|setState)$/;
const MUST_NOT = /^(fail|unreachable|unreached|never|notReached)$/i;

function isMeant(node: Node, root: string, own: ReadonlySet<string>): boolean {
  const { words, values } = wordsOf(node);
  const [first = ''] = words;
  if (own.has(root) || words.some((word) => MUST_NOT.test(word))) return false;
  if (NAME_OF_T.test(root.toLowerCase())) return VERBS.test(first);
  if (/^chai$/i.test(root)) return /^(expect|assert)$/.test(first);
  if (/^expect$/.test(root) && (NO_CHECKS.test(first) || (first === 'not' && NO_CHECKS.test(words[1] ?? ''))))
    return false;
  // `assert(false)`, `expect(true).toBe(false)`: this code must not be reached.
  return values.length === 0 || values.some((value) => !/Literal$/.test(value.type));
}

/** The properties of a chain from its root, the arguments of its calls, and the number of its calls. */
function wordsOf(node: Node): { readonly words: string[]; readonly values: Node[]; readonly calls: number } {
  const words: string[] = [];
  const values: Node[] = [];
  let calls = 0;
  let at: Node | null = node;
  while (at) {
    if (at.type === 'CallExpression') {
      calls += 1;
      values.unshift(...nodesAt(at, 'arguments'));
      at = withoutWraps(nodeAt(at, 'callee'));
    } else if (at.type === 'MemberExpression') {
      words.unshift(textAt(nodeAt(at, 'property'), 'name'));
      at = withoutWraps(nodeAt(at, 'object'));
    } else at = null;
  }
  return { words, values, calls };
}

interface Operands {
  readonly how: string;
  readonly given: Node | null;
  readonly wants: Node | null;
}

const NO_OPERANDS: Operands = { how: '', given: null, wants: null };
/** An `expect(x)` without a matcher. */
export const ASKS_NOTHING = 'asks nothing';
const MATCHERS = /^(toBe|toEqual|toStrictEqual|toBeTruthy|toBeFalsy|toBeNull|toBeUndefined|toBeDefined)$/;
const COMPARES = /^(equal|strictEqual|deepEqual|deepStrictEqual|is|same|strictSame)$/;

/** Only what can be judged from the two values alone; anything else is reported as passed, without values. */
function operandsOf(call: Node, waited: boolean): Operands {
  const callee = nodeAt(call, 'callee');
  const [first, second] = nodesAt(call, 'arguments');
  if (!callee || first?.type === 'SpreadElement') return NO_OPERANDS;
  if (waited) return sidesOf(call);
  if (callee.type === 'Identifier') {
    const how = textAt(callee, 'name');
    if (how === 'expect') return { ...NO_OPERANDS, how: ASKS_NOTHING };
    if (how === 'assert' || how === 'ok') return first ? truthOf(first) : NO_OPERANDS;
    return /^(strictEqual|deepStrictEqual)$/.test(how) && first && second
      ? { how, given: first, wants: second }
      : NO_OPERANDS;
  }
  if (callee.type !== 'MemberExpression' || callee.computed === true) return NO_OPERANDS;
  const how = textAt(nodeAt(callee, 'property'), 'name');
  const object = withoutWraps(nodeAt(callee, 'object'));
  if (object?.type === 'CallExpression' && nodeAt(object, 'callee')?.type === 'Identifier' && MATCHERS.test(how)) {
    const [given, ...more] = nodesAt(object, 'arguments');
    const isYes = how === 'toBeTruthy' || textAt(first ?? null, 'raw') === 'true';
    if (given && more.length === 0 && isYes && isComparison(given)) return truthOf(given);
    return given && more.length === 0 ? { how, given, wants: first ?? null } : NO_OPERANDS;
  }
  if (object && /^(Identifier|MemberExpression)$/.test(object.type) && COMPARES.test(how) && first && second) {
    const name = how === 'is' ? 'strictEqual' : how === 'same' || how === 'strictSame' ? 'deepEqual' : how;
    return { how: name, given: first, wants: second };
  }
  return object?.type === 'Identifier' && how === 'ok' && first ? truthOf(first) : sidesOf(call);
}

const isComparison = (node: Node): boolean =>
  node.type === 'BinaryExpression' && /^===?$/.test(textAt(node, 'operator'));

/** `assert(a === b)`: a is actual, b is expected. */
function truthOf(first: Node): Operands {
  if (!isComparison(first)) return { how: 'ok', given: first, wants: null };
  const how = textAt(first, 'operator') === '==' ? 'equal' : 'strictEqual';
  return { how, given: nodeAt(first, 'left'), wants: nodeAt(first, 'right') };
}

const OTHERWISE = /^(not|isNot|doesNot|never|throws|rejects|fail)/;

/** The two sides of any other assertion that claims something; whether it holds is not judged here. */
function sidesOf(call: Node): Operands {
  const { words } = wordsOf(call);
  if (words.length === 0 || words.some((word) => OTHERWISE.test(word))) return NO_OPERANDS;
  let at: Node | null = nodeAt(call, 'callee');
  while (at?.type === 'MemberExpression') {
    at = withoutWraps(nodeAt(at, 'object'));
    if (at?.type === 'CallExpression' && nodeAt(at, 'callee')?.type === 'MemberExpression') at = nodeAt(at, 'callee');
  }
  const [first, second] = nodesAt(call, 'arguments');
  if (at?.type === 'CallExpression') {
    const [given] = nodesAt(at, 'arguments');
    return given && first ? { how: '', given, wants: first } : NO_OPERANDS;
  }
  return at?.type === 'Identifier' && first && second ? { how: '', given: first, wants: second } : NO_OPERANDS;
}
