import type { SyntaxNode } from '../../parse/syntax-tree.ts';
import { inside, outside } from '../../parse/walk.ts';
import { collectTests, type FoundTest } from '../collect-tests.ts';
import type { TestFileFacts } from '../fact-types.ts';
import type { ParsedSource } from '../language.ts';
import { decoratorName, decoratorsOf, nameText } from './nodes.ts';

/** Tests of pytest and unittest, by their naming rules. */
export function readPythonTests(source: ParsedSource): TestFileFacts {
  return collectTests(source, {
    fileModifiers: marksIn(source.tree.root),
    at: testAt,
    assertion: assertionAt,
    skips: (node) =>
      node.type === 'call' &&
      /^(pytest\.(skip|xfail|importorskip)|self\.skipTest|(unittest\.)?SkipTest)$/.test(
        node.child('function')?.text ?? '',
      ),
  });
}

const HOOK =
  /^(setUp|tearDown|setUpClass|tearDownClass|setUpModule|tearDownModule|(setup|teardown)_(method|class|module|function)|asyncSetUp|asyncTearDown)$/;

function testAt(node: SyntaxNode, around: FoundTest | undefined): FoundTest | undefined {
  const isClass = node.type === 'class_definition';
  if (!isClass && node.type !== 'function_definition') return undefined;
  const nameNode = node.child('name');
  if (!nameNode || !isReachable(node, around)) return undefined;
  const title = nameText(nameNode);
  const decorators = decoratorsOf(node).map(decoratorName);
  const whole = node.parent?.type === 'decorated_definition' ? node.parent : node;
  const body = node.child('body');
  const common = { title, titleKind: 'static', guarded: isGuarded(whole, around), whole, body } as const;
  if (isClass) {
    if (!isTestClass(node, title)) return undefined;
    return { ...common, kind: 'suite', modifiers: [...decorators.map(mark), ...(body ? marksIn(body) : [])] };
  }
  if (HOOK.test(title) || decorators.some((one) => /(^|\.)fixture$/.test(one)))
    return { ...common, kind: 'hook', modifiers: [] };
  return title.startsWith('test') ? { ...common, kind: 'test', modifiers: decorators.map(mark) } : undefined;
}

/** In the file or in a test class; a function inside a function is not collected. */
function isReachable(node: SyntaxNode, around: FoundTest | undefined): boolean {
  for (const outer of outside(node)) {
    if (outer.id === around?.body?.id) return around.kind === 'suite';
    if (outer.type === 'function_definition' || outer.type === 'class_definition') return false;
  }
  return true;
}

function isTestClass(node: SyntaxNode, name: string): boolean {
  return name.startsWith('Test') || /TestCase\b/.test(node.child('superclasses')?.text ?? '');
}

/** `parametrize` of `pytest.mark.parametrize`, `given`, `expectedFailure`. */
const mark = (decorator: string): string => decorator.slice(decorator.lastIndexOf('.') + 1);

/** `pytestmark = pytest.mark.skip`, of a file or a class. */
function marksIn(block: SyntaxNode): string[] {
  return block.parts.flatMap((statement) => {
    const assignment = statement.type === 'expression_statement' ? statement.parts[0] : undefined;
    if (assignment?.type !== 'assignment' || assignment.child('left')?.text !== 'pytestmark') return [];
    return [...(assignment.child('right')?.text ?? '').matchAll(/\bmark\.(\w+)/g)].map(([, name]) => name ?? '');
  });
}

const GUARDS = /^(if_statement|for_statement|while_statement|try_statement|match_statement)$/;

function isGuarded(whole: SyntaxNode, around: FoundTest | undefined): boolean {
  for (const outer of outside(whole)) {
    if (outer.id === around?.body?.id) return false;
    if (GUARDS.test(outer.type)) return true;
  }
  return false;
}

/** `assert x`, `self.assertEqual(…)`, `mock.assert_called()`, `with pytest.raises(…)`. */
function assertionAt(node: SyntaxNode): { constant: boolean } | undefined {
  // `assert False` behind what must not be reached is `fail()` in other words.
  if (node.type === 'assert_statement')
    return { constant: isConstant(node) && !/^assert\s+(False|0)\b/.test(node.text) };
  const callee = node.type === 'call' ? node.child('function') : undefined;
  if (!callee) return undefined;
  const name = callee.text.slice(callee.text.lastIndexOf('.') + 1);
  if (/^(pytest\.)?(raises|warns|deprecated_call|fail)$/.test(callee.text) || callee.text === 'self.fail')
    return { constant: false };
  if (!/^assert[A-Z_]/.test(name)) return undefined;
  const values = node.child('arguments');
  const ofTest = /^(self|cls)\./.test(callee.text) && COMPARES.test(name);
  return { constant: ofTest && values !== undefined && isConstant(values) };
}

/**
 * unittest's own comparisons of values. Others look at what a block does (`assertLogs`), or are the project's: a helper
 * of the class that is given an input and calls the code with it.
 */
const COMPARES =
  /^(assert_|assert(Not)?(Equals?|AlmostEquals?|In|IsInstance|Regex|StartsWith|EndsWith|RegexpMatches)|assert(True|False|Is(Not)?(None)?|RegexpMatches|(Greater|Less)(Equal)?|CountEqual|ItemsEqual|(MultiLine|Sequence|List|Tuple|Set|Dict)Equal|DictContainsSubset))$/;

function isConstant(node: SyntaxNode): boolean {
  for (const { type } of inside(node)) if (type === 'identifier') return false;
  return true;
}
