import type { SyntaxNode } from '../../parse/syntax-tree.ts';
import type { MutantTable } from '../language-table.ts';
import { SANITY_TEXT } from '../sanity-text.ts';

export const pythonMutants: MutantTable = {
  grammar: 'python',
  skip: /^(import_statement|import_from_statement|future_import_statement|decorator|type|type_alias_statement|type_parameter|comment|global_statement|nonlocal_statement|dotted_name|format_specifier)$/,
  keys: new Set(['pair.key', 'keyword_argument.name']),
  aside: isAside,
  blocks: new Set(['block', 'module']),
  functions: new Set(['function_definition', 'lambda']),
  classes: new Set(['class_definition']),
  loops: new Set(['for_statement', 'while_statement']),
  exits: new Set(['return_statement', 'raise_statement', 'continue_statement', 'break_statement']),
  raise: 'raise_statement',
  assert: 'assert_statement',
  expressionStatement: 'expression_statement',
  returnStatement: 'return_statement',
  calls: new Set(['call']),
  conditions: {
    if_statement: 'condition',
    elif_clause: 'condition',
    while_statement: 'condition',
    conditional_expression: 1,
    if_clause: 0,
  },
  guards: new Set(['if_statement']),
  ternary: 'conditional_expression',
  negation: { type: 'not_operator', operator: null },
  binary: new Set(['binary_operator', 'boolean_operator', 'comparison_operator']),
  assign: new Set(['augmented_assignment']),
  integer: { type: 'integer', shape: /^(?:0|[1-9][\d_]*)$/ },
  subscript: { type: 'subscript', field: 'subscript' },
  operators: {
    boundary: { '<': '<=', '<=': '<', '>': '>=', '>=': '>' },
    equality: { '==': '!=', '!=': '==', is: 'is not', 'is not': 'is', in: 'not in', 'not in': 'in' },
    logical: { and: 'or', or: 'and' },
    arithmetic: {
      ...{ '+': '-', '-': '+', '*': '/', '/': '*', '//': '*', '%': '*', '**': '*' },
      ...{ '&': '|', '|': '&', '^': '&', '<<': '>>', '>>': '<<' },
    },
    update: {
      ...{ '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=', '//=': '*=', '%=': '*=', '**=': '*=' },
      ...{ '&=': '|=', '|=': '&=', '^=': '&=', '<<=': '>>=', '>>=': '<<=' },
    },
  },
  words: {
    true: 'True',
    false: 'False',
    none: 'None',
    pass: 'pass',
    not: (text) => `not (${text})`,
    fail: `raise RuntimeError("${SANITY_TEXT}")`,
    comment: (text) => `# ${text}`,
  },
  shapes: {
    ...{ true: 'boolean', false: 'boolean', integer: 'number', float: 'number', string: 'string' },
    ...{ list: 'list', list_comprehension: 'list', tuple: 'list', dictionary: 'record' },
    ...{ dictionary_comprehension: 'record', comparison_operator: 'boolean', not_operator: 'boolean' },
  },
  defaults: {
    ...{ boolean: ['True', 'False'], number: ['0'], string: ["''"], list: ['[]'], record: ['{}'] },
    unknown: ['None'],
  },
};

/** Tests, what only a type checker reads, and what runs only as a script. */
function isAside(node: SyntaxNode): boolean {
  const name = node.child('name')?.text ?? '';
  if (node.type === 'function_definition') return /^test_/.test(name);
  if (node.type === 'class_definition')
    return /^Test/.test(name) || /\bTestCase\b/.test(node.child('superclasses')?.text ?? '');
  if (node.type !== 'if_statement') return false;
  return /^(typing\.)?TYPE_CHECKING$|^__name__\s*==/.test(node.child('condition')?.text ?? '');
}
