import type { SyntaxNode } from '../../parse/syntax-tree.ts';
import type { MutantTable } from '../language-table.ts';
import { SANITY_TEXT } from '../sanity-text.ts';

export const javascriptMutants: MutantTable = {
  grammar: 'javascript',
  skip: /^(import_statement|import|decorator|enum_declaration|interface_declaration|type_alias_declaration|ambient_declaration|function_signature|abstract_method_signature|type_annotation|type_arguments|type_parameters|type_predicate_annotation|.*_type|jsx_attribute|comment|regex)$/,
  keys: new Set(['pair.key', 'public_field_definition.name', 'field_definition.property', 'method_definition.name']),
  aside: isAside,
  blocks: new Set(['statement_block', 'program', 'switch_case', 'switch_default']),
  functions: new Set([
    'function_declaration',
    'generator_function_declaration',
    'function_expression',
    'generator_function',
    'arrow_function',
    'method_definition',
  ]),
  classes: new Set(['class_declaration', 'class', 'abstract_class_declaration']),
  loops: new Set(['for_statement', 'for_in_statement', 'while_statement', 'do_statement']),
  exits: new Set(['return_statement', 'throw_statement', 'continue_statement', 'break_statement']),
  raise: 'throw_statement',
  assert: null,
  expressionStatement: 'expression_statement',
  returnStatement: 'return_statement',
  calls: new Set(['call_expression', 'new_expression']),
  conditions: {
    if_statement: 'condition',
    while_statement: 'condition',
    do_statement: 'condition',
    for_statement: 'condition',
    ternary_expression: 'condition',
  },
  guards: new Set(['if_statement']),
  ternary: 'ternary_expression',
  negation: { type: 'unary_expression', operator: '!' },
  binary: new Set(['binary_expression']),
  assign: new Set(['augmented_assignment_expression']),
  integer: { type: 'number', shape: /^(?:0|[1-9][\d_]*)n?$/ },
  subscript: { type: 'subscript_expression', field: 'index' },
  operators: {
    boundary: { '<': '<=', '<=': '<', '>': '>=', '>=': '>' },
    equality: { '==': '!=', '!=': '==', '===': '!==', '!==': '===' },
    logical: { '&&': '||', '||': '&&' },
    arithmetic: {
      ...{ '+': '-', '-': '+', '*': '/', '/': '*', '%': '*', '**': '*' },
      ...{ '&': '|', '|': '&', '^': '&', '<<': '>>', '>>': '<<', '>>>': '<<' },
    },
    update: {
      ...{ '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=', '%=': '*=', '**=': '*=' },
      ...{ '&=': '|=', '|=': '&=', '^=': '&=', '<<=': '>>=', '>>=': '<<=', '>>>=': '<<=', '++': '--', '--': '++' },
    },
  },
  words: {
    true: 'true',
    false: 'false',
    none: 'undefined',
    pass: ';',
    not: (text) => `!(${text})`,
    fail: `throw new Error('${SANITY_TEXT}');`,
    comment: (text) => `// ${text}`,
  },
  shapes: {
    ...{ true: 'boolean', false: 'boolean', number: 'number', string: 'string', template_string: 'string' },
    ...{ array: 'list', object: 'record' },
  },
  defaults: {
    ...{ boolean: ['true', 'false'], number: ['0'], string: ["''"], list: ['[]'], record: ['{}'] },
    unknown: ['undefined'],
  },
};

export const typescriptMutants: MutantTable = { ...javascriptMutants, grammar: 'typescript' };
export const tsx: MutantTable = { ...javascriptMutants, grammar: 'tsx' };

const TEST_CALLS = /^(describe|suite|it|test|beforeEach|afterEach|beforeAll|afterAll|before|after)(\.\w+)*$/;

/** In-source tests, and a branch that only their runner enters. */
function isAside(node: SyntaxNode): boolean {
  if (node.type === 'if_statement') return /\bimport\.meta\.vitest\b/.test(node.child('condition')?.text ?? '');
  if (node.type === 'expression_statement') return node.parts.some(isAside);
  if (node.type !== 'call_expression' || !TEST_CALLS.test(node.child('function')?.text ?? '')) return false;
  return node.child('arguments')?.parts.some(({ type }) => /function/.test(type)) ?? false;
}
