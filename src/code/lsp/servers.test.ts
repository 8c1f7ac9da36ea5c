import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type LspClient, startServer } from './client.ts';
import { serverFor } from './presets.ts';
import type { Diagnostic } from './schemas.ts';
import { PYTHON, project, TYPESCRIPT } from './testing/project.ts';

/** Hints about what is never used are not mistakes. */
const errorsIn = (found: readonly Diagnostic[]) => found.filter(({ severity }) => severity === 1);

const CASES = [
  {
    language: 'typescript',
    files: TYPESCRIPT,
    lib: 'stack.ts',
    use: 'use.ts',
    fixed: "export const wrong: string = '1';",
    error: "Type 'number' is not assignable to type 'string'.",
    hover: /push\(item: .*\): void/,
  },
  {
    language: 'python',
    files: PYTHON,
    lib: 'stack.py',
    use: 'use.py',
    fixed: 'wrong: str = "1"',
    error: '"Literal[1]" is not assignable to "str"',
    hover: /push\(.*item: int\s*\) -> None/s,
  },
] as const;

describe.each(CASES)('the real server for $language', ({ language, files, lib, use, fixed, error, hover }) => {
  const open = async (): Promise<{ client: LspClient; root: string }> => {
    const root = project(files);
    const choice = serverFor(language, { root, env: process.env });
    if (!choice) throw new Error(`no server for ${language}`);
    return { client: await startServer({ ...choice, root }), root };
  };
  const offset = (file: string, name: string): number => new Map(Object.entries(files)).get(file)?.indexOf(name) ?? -1;

  it('tells symbols, definitions, references, calls, signatures and mistakes', async () => {
    const { client, root } = await open();
    await using server = client;
    const symbols = await server.symbols(lib);
    const stack = symbols.find(({ name }) => name === 'Stack');
    expect(stack?.children.map(({ name }) => name)).toContain('push');

    const definition = await server.definition(use, offset(use, 'push('));
    expect(definition.map(({ file, range }) => [file, range.start.line])).toEqual([[lib, 3]]);

    const references = await server.references(lib, offset(lib, 'push('));
    expect(references.map(({ file }) => file)).toContain(use);

    const fill = await server.outgoingCalls(use, offset(use, 'fill('));
    expect(fill?.map(({ name, to }) => [name, to.file])).toEqual(
      expect.arrayContaining([
        ['Stack', lib],
        ['push', lib],
      ]),
    );
    expect(await server.hover(lib, offset(lib, 'push('))).toMatch(hover);

    const found = await server.diagnostics(use);
    expect(found.map(({ message }) => message).join('\n')).toContain(error);
    expect(errorsIn(await server.diagnostics(lib))).toEqual([]);

    // Asked again, it looks again.
    expect(errorsIn(await server.diagnostics(use))).toHaveLength(1);

    // The file on the disk counts, not what the server saw first.
    const text = new Map(Object.entries(files)).get(use) ?? '';
    writeFileSync(join(root, use), text.replace(/^.*wrong.*$/m, fixed));
    expect(errorsIn(await server.diagnostics(use))).toEqual([]);
  });
});

describe('the choice of a server', () => {
  it('takes the program of the project only where it is trusted', () => {
    const root = project({
      'node_modules/typescript/package.json': '{ "version": "7.9.9" }',
      'node_modules/typescript/bin/tsc': '',
    });
    const theirs = join(root, 'node_modules/typescript/bin/tsc');
    expect(serverFor('typescript', { root, env: {} })?.args[0]).not.toBe(theirs);
    expect(serverFor('typescript', { root, env: {}, trustProject: true })?.args[0]).toBe(theirs);
    rmSync(join(root, 'node_modules/typescript/package.json'));
    expect(serverFor('typescript', { root, env: {}, trustProject: true })?.args[0]).not.toBe(theirs);
  });

  it('passes over a TypeScript that does not speak the protocol', () => {
    const root = project({
      'node_modules/typescript/package.json': '{ "version": "5.9.3" }',
      'node_modules/typescript/bin/tsc': '',
    });
    expect(serverFor('typescript', { root, env: {}, trustProject: true })?.args[0]).not.toContain(root);
  });

  it('gives the server no secret of ours', () => {
    const choice = serverFor('python', {
      root: '/',
      env: { PATH: '/bin', MY_API_KEY: 'x', NODE_OPTIONS: '--inspect' },
    });
    expect(choice?.env).toEqual({ PATH: '/bin' });
  });
});
