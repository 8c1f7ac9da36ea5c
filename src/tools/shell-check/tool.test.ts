// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell texts
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isErrorCode } from '#contracts/errors.ts';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { CONSTRUCTS } from './constructs.ts';
import type { ShellReport } from './schema.ts';
import { findShells } from './shells.ts';
import { need } from './testing/shells.ts';
import { shellCheckTool } from './tool.ts';

const tool = shellCheckTool();
const env = { PATH: '/usr/local/bin:/usr/bin:/bin' };
const ask = (input: Record<string, unknown>, environment: Record<string, string> = env) =>
  tool.run(tool.input.parse(input), {
    signal: new AbortController().signal,
    cwd: '/',
    env: environment,
    progress: () => {},
  });

async function reportOf(input: Record<string, unknown>, environment?: Record<string, string>): Promise<ShellReport> {
  const result = await ask(input, environment);
  if (!result.ok) throw new Error(result.error.message);
  return tool.output.parse(result.output);
}

describe('T4 shell check', () => {
  it('has examples that run, and codes that exist', async () => {
    for (const { input } of tool.examples) {
      const result = await ask(input);
      expect(result.ok && result.text).toBeTruthy();
    }
    expect(Object.keys(tool.errors).every(isErrorCode)).toBe(true);
  });

  it('T4.1 AC-004.1 names constructs that are not POSIX and offers a POSIX command', async () => {
    const bash = await reportOf({ command: 'if [[ $x == a* ]]; then echo -n "$x" &> log; fi' });
    expect(bash.verdict).toBe('not-posix');
    expect(bash.findings.map(({ construct }) => construct)).toEqual(['double-bracket', 'echo-option', 'redirect-both']);
    const again = await reportOf({ command: bash.rewritten ?? '' });
    expect(again).toMatchObject({ verdict: 'posix', findings: [], rewritten: null });
  });

  it('AC-004.1 makes commands from words, quoted for any shell', async () => {
    const quoted = await reportOf({ args: ['cat', '--', "it's a file", '$HOME', '*'], verify: true });
    expect(quoted).toMatchObject({ verdict: 'posix', command: `cat -- 'it'\\''s a file' '$HOME' '*'` });
    expect(quoted.syntax.every(({ accepted }) => accepted)).toBe(true);
  });

  const three = need('sh', 'bash', 'zsh');
  it.skipIf(three.skip)(`T4.3 AC-004.3 asks bash, zsh and sh, and says which refuse${three.why}`, async () => {
    const { syntax } = await reportOf({ command: 'a=(1 2); cat <<< "x"', verify: true });
    const said = Object.fromEntries(syntax.map(({ shell, accepted }) => [shell, accepted]));
    expect(said).toMatchObject({ bash: true, zsh: true });
    if (need('dash').skip) return;
    expect(said.dash).toBe(false);
    expect(syntax.find(({ shell }) => shell === 'dash')?.said).toMatch(/unexpected/i);
  });

  it.skipIf(three.skip)(`AC-004.3 a rewrite is accepted by every shell${three.why}`, async () => {
    const { syntax, rewritten } = await reportOf({
      command: 'read -r a b <<< "$line"; echo "$b" |& cat',
      verify: true,
    });
    const answers = syntax.filter(({ what }) => what === 'rewritten');
    expect(rewritten).not.toBeNull();
    expect(new Set(answers.map(({ shell }) => shell))).toEqual(new Set(findShells(env).map(({ name }) => name)));
    expect(answers.every(({ accepted }) => accepted)).toBe(true);
  });

  it('T4.3 AC-004.3 verify runs nothing, not even start-up files that the environment names', async () => {
    const folder = tempFolder();
    const trace = join(folder, 'trace');
    const command = `touch '${trace}'; : $(touch '${trace}') "\${x:-$(touch '${trace}')}"`;
    await reportOf({ command, verify: true }, { ...env, BASH_ENV: '/dev/stdin', ENV: '/dev/stdin' });
    expect(existsSync(trace)).toBe(false);
  });

  it('AC-004.4 says in words what to do if it cannot rewrite', async () => {
    const result = await ask({ command: 'diff <(sort a) <(sort b)' });
    expect(result.ok && result.output).toMatchObject({ rewritten: null, verdict: 'not-posix' });
    expect(result.ok && result.text).toContain('temporary file');
  });

  it('AC-004.4 has an alternative for every construct', () => {
    for (const [id, { instead, title }] of Object.entries(CONSTRUCTS)) {
      expect.soft(instead.length, id).toBeGreaterThan(5);
      expect.soft(title.length, id).toBeGreaterThan(1);
    }
  });

  it('answers a wrong input with a named error', async () => {
    for (const input of [{}, { command: 'a', args: ['b'] }, { command: 'a\0b' }, { args: ['a\0b'] }]) {
      const result = await ask(input);
      expect(result.ok ? null : result.error.code).toBe('TOOL_INPUT_INVALID');
    }
  });

  it('works as well without any shell', async () => {
    const { syntax, verdict } = await reportOf({ command: 'echo hi', verify: true }, { PATH: '/nonexistent' });
    expect({ syntax, verdict }).toEqual({ syntax: [], verdict: 'posix' });
  });
});
