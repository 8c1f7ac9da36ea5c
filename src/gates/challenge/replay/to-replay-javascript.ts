import { fromStatement } from '#code/facts/javascript/imports.ts';
import { applyEdits, type TextEdit } from '#code/mutants/mutant.ts';
import { parseText } from '#code/parse/parse-text.ts';
import type { SyntaxNode } from '#code/parse/syntax-tree.ts';
import { grammarOf } from '#code/symbols/languages.ts';

/**
 * A test file that takes its test library from the recorder, and whose calls of the project's functions are written
 * down. Null where it cannot be replayed: mocks and fake timers mean something only to their runner.
 */
export async function toReplay(path: string, text: string, recorder: string): Promise<string | null> {
  const grammar = grammarOf(path);
  if (
    grammar === undefined ||
    /\b(vi|jest|mock)\.\w+|\bvi\b.*from|__mocks__|toMatchSnapshot|toMatchInlineSnapshot/.test(text)
  )
    return null;
  const parsed = await parseText(text, grammar);
  if (!parsed.ok || parsed.tree.errors.length > 0) return null;
  const statements = parsed.tree.root.parts.filter(({ type }) => type === 'import_statement');
  const at = statements.at(-1)?.end ?? 0;
  const wrapped: string[] = [];
  const edits = statements.flatMap((statement) => rewritten(statement, recorder, wrapped));
  const names = usedNames(text, statements);
  const recorded = `import { ${['wrap as wrap__', ...names].join(', ')} } from ${JSON.stringify(recorder)};`;
  edits.push({ start: at, end: at, replacement: `\n${recorded}\n${wrapped.join('\n')}\n` });
  return applyEdits(text, edits);
}

const LIBRARY = /^(vitest|@jest\/globals|node:test|(node:)?assert(\/strict)?|chai|mocha|expect)$/;

function rewritten(statement: SyntaxNode, recorder: string, wrapped: string[]): TextEdit[] {
  const facts = fromStatement(statement).filter(({ typeOnly, name }) => !typeOnly && name !== '');
  const source = statement.child('source');
  const [first] = facts;
  if (!first || !source) return [];
  if (LIBRARY.test(first.module))
    return [{ start: source.start, end: source.end, replacement: JSON.stringify(recorder) }];
  if (!/^[./#~]/.test(first.module)) return [];
  return facts.flatMap(({ name, local }) => {
    const node = local === undefined || name === '*' ? undefined : specifierOf(statement, local);
    if (!node || local === undefined) return [];
    const inner = `${local}__own`;
    wrapped.push(`const ${local} = wrap__(${JSON.stringify(name)}, ${JSON.stringify(first.module)}, ${inner});`);
    const replacement = name === 'default' && node.type === 'identifier' ? inner : `${name} as ${inner}`;
    return [{ start: node.start, end: node.end, replacement }];
  });
}

function specifierOf(statement: SyntaxNode, local: string): SyntaxNode | undefined {
  const clause = statement.parts.find(({ type }) => type === 'import_clause');
  for (const part of clause?.parts ?? []) {
    if (part.type === 'identifier' && part.text === local) return part;
    const found = part.parts.find((each) => (each.child('alias') ?? each.child('name'))?.text === local);
    if (found) return found;
  }
  return undefined;
}

/** Names of a test library that a file uses without importing them: the runner makes them global. */
function usedNames(text: string, statements: readonly SyntaxNode[]): string[] {
  const imported = new Set(statements.flatMap((statement) => fromStatement(statement).map(({ local }) => local)));
  return ['describe', 'it', 'test', 'expect', 'beforeEach', 'afterEach', 'beforeAll', 'afterAll'].filter(
    (name) => !imported.has(name) && new RegExp(`(?<![\\w$.])${name}\\s*[.(]`).test(text),
  );
}
