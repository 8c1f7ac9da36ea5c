import type { SyntaxNode, SyntaxTree } from '../../parse/syntax-tree.ts';
import { inside } from '../../parse/walk.ts';
import type { ImportFact } from '../fact-types.ts';
import { nameText } from './nodes.ts';

export function readPythonImports(tree: SyntaxTree): ImportFact[] {
  return [...inside(tree.root)].flatMap(fromPythonStatement);
}

/** `import a.b, c as d`, `from .x import y as z`, `from x import *`, anywhere in the file. */
export function fromPythonStatement(node: SyntaxNode): ImportFact[] {
  const line = node.firstLine;
  if (node.type === 'future_import_statement') return taken(node, '__future__', line);
  if (node.type === 'import_statement') {
    return names(node).map(({ name, alias }) => {
      const [top = name, ...below] = name.split('.');
      const isTop = alias === undefined && below.length > 0;
      const here = isTop ? { local: top, localModule: top } : { local: alias ?? name };
      return { module: name, name: '*', ...here, typeOnly: false, line };
    });
  }
  if (node.type !== 'import_from_statement') return [];
  const module = node.child('module_name')?.text.replace(/\s/g, '') ?? '';
  if (node.parts.some(({ type }) => type === 'wildcard_import')) return [{ module, name: '*', typeOnly: false, line }];
  return taken(node, module, line);
}

const taken = (node: SyntaxNode, module: string, line: number): ImportFact[] =>
  names(node).map(({ name, alias }) => ({ module, name, local: alias ?? name, typeOnly: false, line }));

function names(node: SyntaxNode): { name: string; alias: string | undefined }[] {
  return node.parts
    .filter(({ field }) => field === 'name')
    .map((one) => {
      const name = one.child('name') ?? one;
      const alias = one.child('alias');
      return { name: nameText(name).replace(/\s/g, ''), alias: alias && nameText(alias) };
    });
}
