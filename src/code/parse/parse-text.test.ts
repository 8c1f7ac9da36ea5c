import { describe, expect, it } from 'vitest';
import { parseText } from './parse-text.ts';
import type { SyntaxNode, SyntaxTree } from './syntax-tree.ts';
import { inside, outside, previous } from './walk.ts';

async function treeOf(text: string, grammar = 'typescript'): Promise<SyntaxTree> {
  const parsed = await parseText(text, grammar);
  if (!parsed.ok) throw new Error(parsed.why);
  return parsed.tree;
}

const only = (tree: SyntaxTree, type: string): SyntaxNode => {
  const found = [...inside(tree.root)].find((node) => node.type === type);
  if (!found) throw new Error(`no ${type}`);
  return found;
};

describe('parseText', () => {
  it('gives a tree of plain data with fields, lines and offsets as JavaScript counts', async () => {
    const tree = await treeOf('// 😀\nconst sum = (a: number) =>\r\n  a + 1;\n');
    const arrow = only(tree, 'arrow_function');
    expect([arrow.field, arrow.firstLine, arrow.lastLine]).toEqual(['value', 2, 3]);
    expect(arrow.child('body')?.text).toBe('a + 1');
    expect(arrow.child('nothing')).toBeUndefined();
    expect(arrow.parent?.child('name')?.text).toBe('sum');
    expect([...outside(arrow)].map(({ type }) => type)).toEqual([
      'variable_declarator',
      'lexical_declaration',
      'program',
    ]);
    expect(tree.errors).toEqual([]);
  });

  it('numbers the nodes so that inner ones follow outer ones', async () => {
    const tree = await treeOf('f(a, g(b), c);\nh();');
    for (let id = 0; id < tree.size; id += 1) {
      const node = tree.node(id);
      for (const child of node.children) {
        expect(child.parent?.id).toBe(id);
        expect(node.contains(child)).toBe(true);
        expect(child.after).toBeLessThanOrEqual(node.after);
      }
      const before = node.children.map((child) => previous(child)?.id);
      expect(before).toEqual(
        [undefined, ...node.children.slice(0, -1).map((child) => child.id)].slice(0, before.length),
      );
    }
    const types = [...inside(tree.root, ({ type }) => type !== 'call_expression')].map(({ type }) => type);
    expect(types.filter((type) => type === 'call_expression')).toHaveLength(2);
  });

  it('marks missing and unknown syntax', async () => {
    const tree = await treeOf('f(;\nconst a = 1');
    expect(tree.errors.length).toBeGreaterThan(0);
    expect(tree.errors.every(({ type, missing }) => missing || type === 'ERROR')).toBe(true);
  });

  it('gives the reason if there is no tree', async () => {
    expect(await parseText('x', 'klingon')).toEqual({ ok: false, why: 'no-grammar' });
    expect(await parseText('xyz', 'python', { length: 2 })).toEqual({ ok: false, why: 'too-large' });
    expect(await parseText('x=1\n'.repeat(50_000), 'python', { ms: 0 })).toEqual({ ok: false, why: 'too-slow' });
  });

  it('reads many texts at the same time', async () => {
    const texts = Array.from({ length: 50 }, (_, n) => `const x${n} = ${n};`);
    const trees = await Promise.all(texts.map((text) => treeOf(text)));
    expect(trees.map((tree) => only(tree, 'identifier').text)).toEqual(texts.map((_, n) => `x${n}`));
  });
});
