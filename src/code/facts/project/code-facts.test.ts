import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PYTHON, project, TYPESCRIPT } from '../../lsp/testing/project.ts';
import { codeFacts } from './code-facts.ts';

const CASES = [
  { language: 'typescript', files: TYPESCRIPT, lib: 'stack.ts', use: 'use.ts', pushes: 'check' },
  { language: 'python', files: PYTHON, lib: 'stack.py', use: 'use.py', pushes: 'check' },
] as const;

describe.each(CASES)('code facts of $language', ({ files, lib, use, pushes }) => {
  it('come from the language server, which knows other files', async () => {
    await using facts = codeFacts({ root: project(files), env: process.env });
    const symbols = await facts.symbols(lib);
    expect(symbols.by).toBe('lsp');
    expect(symbols.value.find(({ path }) => path === 'Stack.push')).toMatchObject({
      kind: 'method',
      details: { exported: true, parameters: expect.arrayContaining([expect.objectContaining({ name: 'item' })]) },
    });
    const calls = await facts.outgoingCalls(use, 'fill');
    expect(calls).toMatchObject({ by: 'lsp', complete: true });
    expect(calls.value).toContainEqual(expect.objectContaining({ name: 'push', target: { file: lib, line: 4 } }));
    const references = await facts.references(lib, 'Stack.push');
    expect(references.by).toBe('lsp');
    expect(references.value.map(({ file }) => file)).toContain(use);
    const [wrong] = await facts.diagnostics([use]);
    expect(wrong?.by).toBe('lsp');
    expect(wrong?.value.filter(({ severity }) => severity === 'error')).toHaveLength(1);
    const body = await facts.body(lib, 'Stack.push');
    expect(body).toMatchObject({ by: 'syntax', value: [{ text: expect.stringContaining(pushes) }] });
  });

  it('come from the text where there is no server, and say so', async () => {
    const root = project(files);
    await using facts = codeFacts({ root, env: process.env, servers: false });
    expect(await facts.symbols(lib)).toMatchObject({ by: 'syntax', because: 'Language servers are off.' });
    const calls = await facts.outgoingCalls(use, 'fill');
    expect(calls).toMatchObject({ by: 'syntax', complete: false });
    expect(calls.value).toContainEqual(expect.objectContaining({ name: 's.push', symbol: 'Stack.push' }));
    expect((await facts.references(lib, pushes)).value).toEqual([{ file: lib, line: 5 }]);
    expect(await facts.diagnostics([use])).toMatchObject([{ by: 'syntax', value: [], complete: false }]);
    writeFileSync(join(root, use), '\n\n)(\n');
    const [broken] = await facts.diagnostics([use]);
    expect(broken?.value).toMatchObject([{ line: 3, severity: 'error' }]);
  });
});

describe('code facts', () => {
  it('go on without a server that fails, and tell why', async () => {
    const odd = join(import.meta.dirname, '../../lsp/testing/odd-server.mjs');
    await using facts = codeFacts({
      root: project(TYPESCRIPT),
      env: process.env,
      servers: () => ({ name: 'odd', program: process.execPath, args: [odd, 'dies'], env: {} }),
    });
    const symbols = await facts.symbols('stack.ts');
    expect(symbols.by).toBe('syntax');
    expect(symbols.because).toContain('out of luck');
    expect(symbols.value.map(({ path }) => path)).toEqual(['Stack', 'Stack.items', 'Stack.push', 'check']);
  });

  it('name what is not there', async () => {
    await using facts = codeFacts({ root: project({ ...TYPESCRIPT, 'a.rb': 'x' }), env: process.env, servers: false });
    await expect(facts.body('stack.ts', 'Stack.pop')).rejects.toMatchObject({
      code: 'SLICE_NOT_FOUND',
      next: 'There is: Stack, Stack.items, Stack.push, check.',
    });
    await expect(facts.symbols('none.ts')).rejects.toMatchObject({ code: 'FILE_MISSING' });
    await expect(facts.symbols('a.rb')).rejects.toMatchObject({ code: 'SOURCE_UNREADABLE' });
  });
});
