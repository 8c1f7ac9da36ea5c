import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AssayError } from '#contracts/errors.ts';
import { readProcess } from '#host/process-table.ts';
import { type LspClient, startServer } from './client.ts';
import type { ServerLimits } from './limits.ts';
import { project } from './testing/project.ts';

const ODD = join(import.meta.dirname, 'testing/odd-server.mjs');

const start = (root: string, way: string, limits: Partial<ServerLimits> = {}): Promise<LspClient> =>
  startServer({
    name: 'odd',
    program: process.execPath,
    args: [ODD, way],
    env: { PATH: process.env.PATH ?? '' },
    root,
    limits: { endMs: 300, ...limits },
  });

const errorOf = async (asked: Promise<unknown>): Promise<AssayError> => {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof AssayError) return error;
  throw new Error(`no AssayError: ${String(error)}`);
};

function expectNoProcess(root: string): void {
  const pids = readFileSync(join(root, 'pids'), 'utf8').split(' ').map(Number);
  expect(pids).toHaveLength(2);
  expect(pids.filter((pid) => readProcess(pid)?.running)).toEqual([]);
}

describe('a language server that misbehaves at its start', () => {
  it.each([
    ['dies', 'ended (exit code 3). It said: out of luck'],
    ['garbage', 'wrote something that is not the protocol: "Welcome to the language server!'],
    ['bad-header', 'broke the protocol: '],
    ['bad-json', 'broke the protocol: '],
    ['refuses', 'refused initialize: not today'],
    ['nonsense', 'answered initialize with something else than the protocol says'],
    ['deaf', 'did not answer initialize within 1500 ms'],
  ])('and %s gives a clear error and leaves no process', async (way, message) => {
    const root = project({});
    const error = await errorOf(start(root, way, { startMs: way === 'deaf' ? 1_500 : 30_000 }));
    expect(error.code).toBe('TOOL_FAILED');
    expect(error.message).toContain(message);
    expectNoProcess(root);
  });

  it('is told to be missing', async () => {
    const asked = startServer({ name: 'none', program: '/nowhere/server', args: [], env: {}, root: project({}) });
    expect((await errorOf(asked)).message).toContain('Cannot start the language server /nowhere/server');
  });
});

describe('a language server that misbehaves later', () => {
  const ask = async (way: string, limits: Partial<ServerLimits> = {}) => {
    const root = project({ 'a.ts': 'const a = 1;\n' });
    const client = await start(root, way, limits);
    const error = await errorOf(client.symbols('a.ts'));
    await client.close();
    expectNoProcess(root);
    return error.message;
  };

  it('and dies, hangs, floods or answers nonsense gives a clear error and leaves no process', async () => {
    expect(await ask('dies-later')).toContain('ended (exit code 4)');
    expect(await ask('hangs', { requestMs: 300 })).toContain(
      'did not answer textDocument/documentSymbol within 300 ms',
    );
    expect(await ask('floods', { silentBytes: 5_000_000 })).toMatch(/wrote \d+ bytes without an answer/);
    expect(await ask('wrong-shape')).toContain('answered textDocument/documentSymbol with something else');
  });

  it('and says nothing about a file is not taken for content with it', async () => {
    const root = project({ 'a.ts': 'const a = 1;\n' });
    const client = await start(root, 'hangs', { startMs: 1_500 });
    expect((await errorOf(client.diagnostics('a.ts'))).message).toContain('said nothing about');
    await client.close();
  });

  it('is ended by close, also twice, and then refuses to be asked', async () => {
    const root = project({ 'a.ts': '' });
    const client = await start(root, 'fine');
    await Promise.all([client.close(), client.close()]);
    expectNoProcess(root);
    expect((await errorOf(client.symbols('a.ts'))).message).toContain('has been closed');
  });

  it('tells a file that is not there', async () => {
    const root = project({});
    await using client = await start(root, 'fine');
    expect((await errorOf(client.symbols('none.ts'))).code).toBe('FILE_MISSING');
  });
});
