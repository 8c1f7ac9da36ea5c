import { parseSync, Visitor } from 'oxc-parser';

/** One place where a file names another: an import, a re-export, `import('…')`, `import('…').T`, `new URL('…', import.meta.url)`. */
export interface Specifier {
  readonly value: string;
  /** Offsets of the quoted text, quotes included. */
  readonly start: number;
  readonly end: number;
}

/** Every file or package that `source` names, in order. Type-only imports count: they bind rooms together just the same. */
export function specifiersOf(file: string, source: string): Specifier[] {
  const { program, errors } = parseSync(file, source);
  const error = errors.find((found) => found.severity === 'Error');
  if (error !== undefined) throw new Error(`${file} does not parse: ${error.message}`);
  const found: Specifier[] = [];
  const take = (node: { type: string; value?: unknown; start: number; end: number } | null | undefined) => {
    if (node?.type === 'Literal' && typeof node.value === 'string') {
      found.push({ value: node.value, start: node.start, end: node.end });
    }
  };
  new Visitor({
    ImportDeclaration: (node) => take(node.source),
    ExportNamedDeclaration: (node) => take(node.source),
    ExportAllDeclaration: (node) => take(node.source),
    ImportExpression: (node) => take(node.source),
    TSImportType: (node) => take(node.source),
    NewExpression: (node) => {
      const [path, base] = node.arguments;
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'URL' || !isImportMeta(source, base)) return;
      if (path?.type === 'Literal' && String(path.value).startsWith('.')) take(path);
    },
    CallExpression: (node) => {
      if (source.slice(node.callee.start, node.callee.end) === 'import.meta.resolve') take(node.arguments[0]);
    },
  }).visit(program);
  return found.sort((a, b) => a.start - b.start);
}

const isImportMeta = (source: string, node: { start: number; end: number } | undefined): boolean =>
  node !== undefined && source.slice(node.start, node.end) === 'import.meta.url';
