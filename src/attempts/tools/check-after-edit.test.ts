import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AttemptEnv } from '#contracts/agent.ts';
import { runProcess } from '#host/run-process.ts';
import { tempFolder, write } from '#host/testing/temp-folder.ts';
import { checkAfterEdit, saidOf } from './check-after-edit.ts';

/** A folder with the real compiler of this repository as its own. */
function place(files: Record<string, string>) {
  const folder = tempFolder();
  write(folder, files);
  const asked: string[] = [];
  const ran: string[] = [];
  const env: AttemptEnv = {
    folder,
    tools: [],
    permit: async ({ action }) => {
      if (action.type === 'command') asked.push(action.line);
      return { type: 'allow', by: 'mode' };
    },
    exec: async ({ program, args = [], cwd = '.' }, signal) => {
      ran.push(args.slice(3).join(' '));
      const PATH = `${join(import.meta.dirname, '../../../node_modules/.bin')}:${process.env.PATH}`;
      return runProcess({ program, args, cwd: join(folder, cwd), env: { PATH }, timeoutMs: 60_000, signal });
    },
  };
  return { asked, ran, check: checkAfterEdit(env) };
}

const signal = new AbortController().signal;

describe('C1.11 after an edit the project’s own type checker runs', () => {
  it('and its output about the file is reported', async () => {
    const { check, asked } = place({
      'tsconfig.json': '{"compilerOptions":{"strict":true,"noEmit":true}}',
      'package.json': '{"devDependencies":{"typescript":"7.0.0"}}',
      'src/a.ts': 'export const a: number = "text";\n',
      'README.md': 'words',
    });
    const told = await check?.(['src/a.ts'], signal);
    expect(told).toMatch(/tsc says:[\s\S]*src\/a\.ts[\s\S]*not assignable/);
    expect(asked).toEqual(['tsc --noEmit']);
    expect(await check?.(['README.md'], signal)).toBe('');
  });

  it('but only if a file of the project names it; a missing one is reported only once', async () => {
    const plain = place({ 'a.py': 'x: int = "a"\n' });
    expect(await plain.check?.(['a.py'], signal)).toBe('');
    expect(plain.ran).toEqual([]);
    const gone = place({ 'mypy.ini': '[mypy]\n', 'a.py': 'x: int = "a"\n' });
    expect(await gone.check?.(['a.py'], signal)).toBe('');
    await gone.check?.(['a.py'], signal);
    expect(gone.ran).toHaveLength(1);
  });

  it('of a long output the lines about the files come first', () => {
    const output = ['src/b.ts(1,2): error TS1: other', 'src/a.ts(3,4): error TS2: own', 'Found 2 errors.'].join('\n');
    expect(saidOf('tsc', output, '.', ['src/a.ts']).split('\n')).toEqual([
      '[tsc says:',
      'src/a.ts(3,4): error TS2: own',
      'src/b.ts(1,2): error TS1: other]',
    ]);
  });
});
