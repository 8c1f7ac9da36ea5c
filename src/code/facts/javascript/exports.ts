import type { SyntaxNode, SyntaxTree } from '../../parse/syntax-tree.ts';
import type { ExportFact } from '../fact-types.ts';
import { isClassNode, isFunctionSyntax, javascriptStringValue, patternNames } from './nodes.ts';

/** What other files can import from this one: ES modules, `export =` and the usual forms of CommonJS. */
export function readJavascriptExports(tree: SyntaxTree): ExportFact[] {
  return tree.root.parts.flatMap((node) => {
    if (node.type === 'export_statement') return fromStatement(node);
    return node.type === 'expression_statement' ? fromAssignment(node.parts[0]) : [];
  });
}

function fromStatement(node: SyntaxNode): ExportFact[] {
  const typeOnly = node.hasToken('type');
  const line = node.firstLine;
  const from = javascriptStringValue(node.child('source'));
  const clause = node.parts.find(({ type }) => type === 'export_clause');
  if (clause) return clause.parts.map((specifier) => fromSpecifier(specifier, from, typeOnly));

  const namespace = node.parts.find(({ type }) => type === 'namespace_export');
  if (from !== undefined) return [{ name: namespace?.parts[0]?.text ?? '*', from, typeOnly, line }];

  const declaration = node.child('declaration');
  const value = node.child('value');
  if (node.hasToken('default') || node.hasToken('=')) {
    const local = declaration?.child('name')?.text ?? (value?.type === 'identifier' ? value.text : undefined);
    return [{ name: 'default', ...(local === undefined ? {} : { local }), typeOnly, line }];
  }
  return declaration ? declaredNames(declaration).map((name) => ({ name, local: name, ...kindOf(declaration) })) : [];
}

function fromSpecifier(specifier: SyntaxNode, from: string | undefined, typeOnly: boolean): ExportFact {
  const name = nameText(specifier.child('name'));
  const alias = specifier.child('alias');
  return {
    name: alias ? nameText(alias) : name,
    ...(from === undefined ? { local: name } : { from, local: name }),
    typeOnly: typeOnly || specifier.hasToken('type'),
    line: specifier.firstLine,
  };
}

const nameText = (node: SyntaxNode | undefined): string => javascriptStringValue(node) ?? node?.text ?? '';

const kindOf = (declaration: SyntaxNode) => ({
  typeOnly: declaration.type === 'interface_declaration' || declaration.type === 'type_alias_declaration',
  line: declaration.firstLine,
});

function declaredNames(declaration: SyntaxNode): string[] {
  if (declaration.type === 'ambient_declaration') return declaration.parts.flatMap(declaredNames);
  if (/^(lexical|variable)_declaration$/.test(declaration.type)) {
    return declaration.parts.flatMap((one) => {
      const pattern = one.child('name');
      return pattern ? [...patternNames(pattern)].map(({ name }) => name) : [];
    });
  }
  const name = declaration.child('name');
  return name ? [name.text] : [];
}

/** `module.exports = …`, `module.exports.a = …`, `exports.a = …`. */
function fromAssignment(node: SyntaxNode | undefined): ExportFact[] {
  if (node?.type !== 'assignment_expression') return [];
  const left = node.child('left')?.text.replace(/\s/g, '') ?? '';
  const right = node.child('right');
  const line = node.firstLine;
  const fact = (name: string, value: SyntaxNode | undefined): ExportFact => ({
    name,
    ...(value?.type === 'identifier' || value?.type === 'shorthand_property_identifier' ? { local: value.text } : {}),
    typeOnly: false,
    line,
  });
  const member = /^(?:module\.)?exports\.([\w$\u0080-\uffff]+)$/.exec(left)?.[1];
  if (member !== undefined) {
    // Defined in place, under the name it is exported by.
    const local = right && (isFunctionSyntax(right) || isClassNode(right)) ? { local: member } : {};
    return [{ ...fact(member, right), ...local }];
  }
  if (left !== 'module.exports') return [];
  if (right?.type !== 'object') return [fact('default', right)];
  return right.parts.flatMap((part) => {
    if (part.type === 'shorthand_property_identifier') return [fact(part.text, part)];
    const name = nameText(part.child('key') ?? part.child('name'));
    return name === '' ? [] : [fact(name, part.child('value'))];
  });
}
