import { afterAll, describe, expect, it } from 'vitest';
import { acpActionOf } from '#agents/acp/actions.ts';
import { serveTerminals, type TerminalRequest } from '#agents/acp/serve-terminals.ts';
import { openShellParser } from '#code/shell-tree.ts';
import type { Command } from '#contracts/exec.ts';
import type { Action } from '#contracts/permission.ts';
import { decide } from './decide.ts';

const parser = await openShellParser();
afterAll(() => parser.close());

const FOLDER = '/projects/app';
const MODES = ['explore', 'ask', 'execute'] as const;
const effects = (action: Action): string =>
  MODES.map((mode) => {
    const context = { mode, rules: [], grants: [], project: FOLDER, home: '/home/me', parser };
    return decide({ id: '1', tool: 'terminal', action }, context).effect;
  }).join(' ');

/** The question for a terminal, and the command that then runs. */
async function asked(request: TerminalRequest): Promise<{ action: Action | null; run: Command | null }> {
  const seen: { action: Action | null; run: Command | null } = { action: null, run: null };
  const place = {
    folder: FOLDER,
    tools: [],
    permit: async () => ({ type: 'allow', by: 'mode' }) as const,
    exec: (command: Command) => {
      seen.run = command;
      return new Promise<never>(() => {});
    },
  };
  const { signal } = new AbortController();
  const terminals = serveTerminals(
    place,
    async ({ action }) => {
      seen.action = action;
      return { type: 'allow', by: 'mode' };
    },
    signal,
  );
  await terminals.create(request);
  return seen;
}

const env = (name: string, value: string) => [{ name, value }];

describe('C8 a terminal of an ACP agent is judged by what it runs', () => {
  it.each<[TerminalRequest, string]>([
    [{ command: 'git', args: ['log', '-3'] }, 'allow allow allow'],
    [{ command: 'git log -3' }, 'allow allow allow'],
    [{ command: 'sh', args: ['-c', 'find . -delete'] }, 'deny ask allow'],
    [{ command: 'bash', args: ['-lc', 'git push --force origin main'] }, 'deny deny deny'],
    [{ command: 'echo', args: ['a; git push'] }, 'allow allow allow'],
    [{ command: 'git', args: ['diff'], env: env('GIT_EXTERNAL_DIFF', 'node evil.js') }, 'deny ask allow'],
    [{ command: 'ls; git diff', env: env('GIT_EXTERNAL_DIFF', 'node evil.js') }, 'deny ask allow'],
    [{ command: 'git diff', env: env('GIT_EXTERNAL_DIFF', 'git push') }, 'deny deny deny'],
    [{ command: 'git', args: ['diff'], env: env('LC_ALL', "C; it's") }, 'allow allow allow'],
    [{ command: 'git diff', env: env('CLAUDECODE', '1') }, 'allow allow allow'],
  ])('%j: explore, ask, execute give %s', async (request, expected) => {
    const { action } = await asked(request);
    expect(action && effects(action)).toBe(expected);
  });

  it('runs the words and variables that were judged', async () => {
    const words = await asked({ command: 'sh', args: ['-c', 'echo a'], env: env('A', 'b c') });
    expect(words.action).toMatchObject({ line: "A='b c' sh -c 'echo a'" });
    expect(words.run).toMatchObject({ program: 'sh', args: ['-c', 'echo a'], env: { A: 'b c' } });
    const line = await asked({ command: 'echo a', env: env('CLAUDECODE', '1') });
    expect(line.action).toMatchObject({ line: 'echo a' });
    expect(line.run).toMatchObject({ program: 'sh', args: ['-c', 'echo a'], env: { CLAUDECODE: '1' } });
  });

  it('takes no variable whose name no shell line can give', async () => {
    await expect(asked({ command: 'ls', env: env('BASH_FUNC_ls%%', '() { git push; }') })).rejects.toThrow(
      '"BASH_FUNC_ls%%" is not a valid name for a shell variable.',
    );
  });
});

describe('C8 a command of an ACP agent in words is judged as those words', () => {
  it.each<[unknown, string]>([
    [{ command: ['bash', '-lc', 'git log -3'] }, 'allow allow allow'],
    [{ command: ['bash', '-lc', 'git push --force origin main'] }, 'deny deny deny'],
    [{ command: ['sh', '-c', 'find . -delete'] }, 'deny ask allow'],
    [{ command: ['git push'] }, 'deny deny deny'],
    [{ command: 'git', args: ['push'] }, 'deny deny deny'],
    [{ command: 'sh', args: ['-c', 'find . -delete'] }, 'deny ask allow'],
    [{ command: [] }, 'deny ask allow'],
    [{ command: '' }, 'deny ask allow'],
    [{}, 'deny ask allow'],
  ])('%j: explore, ask, execute give %s', (rawInput, expected) => {
    expect(effects(acpActionOf({ kind: 'execute', rawInput }, FOLDER))).toBe(expected);
  });
});
