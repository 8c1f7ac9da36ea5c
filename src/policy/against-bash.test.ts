// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell texts
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openShellParser } from '#code/shell-tree.ts';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { decideCommand } from './decide-command.ts';
import { COMMAND_POLICIES } from './presets.ts';

const SOAK = process.env.ASSAY_SOAK === '1';
vi.setConfig({ testTimeout: SOAK ? 3_600_000 : 240_000 });
const parser = await openShellParser();
afterAll(() => parser.close());

const TOKENS = [
  ...[
    'git push',
    'git',
    'push',
    ' ',
    ' ',
    ' ',
    'echo ',
    'x',
    'X=',
    'X=push ',
    '$X',
    '"$X"',
    '${X:-',
    '}',
    "'",
    '"',
    '`',
    '\\',
  ],
  ...[
    '$(',
    ')',
    '(',
    '{ ',
    '; }',
    ';',
    '|',
    '&&',
    '||',
    '\n',
    '<<E\n',
    '\nE\n',
    '<<<',
    '<(',
    'sh -c ',
    'eval ',
    'env ',
    'time ',
  ],
  ...[
    'A=b ',
    'xargs ',
    '! ',
    'if ',
    '; then ',
    '; fi',
    'f() ',
    'f',
    '#',
    '$((',
    '))',
    '[[ ',
    ' ]]',
    '${X@P}',
    'alias ',
    'command ',
    'trap ',
    ' EXIT',
    '$@',
    '*',
    'g\\it ',
    "g''it ",
    '$"',
    "$'",
  ],
];

/** A folder of programs in which `git push` only leaves a mark. */
function sandbox(): { runs: (line: string) => boolean } {
  const folder = tempFolder();
  const [bin, cwd, mark] = [join(folder, 'bin'), join(folder, 'cwd'), join(folder, 'mark')];
  mkdirSync(bin);
  writeFileSync(join(bin, 'git'), `#!/bin/sh\n[ "$1" = push ] && : > '${mark}'\n`);
  chmodSync(join(bin, 'git'), 0o755);
  symlinkSync('/bin/bash', join(bin, 'sh'));
  for (const name of ['env', 'xargs']) symlinkSync(`/usr/bin/${name}`, join(bin, name));
  return {
    runs: (line) => {
      for (const path of [mark, cwd]) rmSync(path, { recursive: true, force: true });
      mkdirSync(cwd);
      const options = { cwd, env: { PATH: bin }, input: '', timeout: 60_000, killSignal: 'SIGKILL' } as const;
      spawnSync('/bin/bash', ['--norc', '--noprofile', '-c', line], options);
      return existsSync(mark);
    },
  };
}

describe('C8 against bash itself', () => {
  it('no line that makes bash run git push is allowed in any mode', ({ skip }) => {
    if (!existsSync('/bin/bash')) skip('bash is not installed');
    const { runs } = sandbox();
    let ran = 0;
    const line = fc.array(fc.constantFrom(...TOKENS), { minLength: 1, maxLength: 9 }).map((tokens) => tokens.join(''));
    // Half of them around something that would run it, so that many really do.
    const around = fc
      .tuple(line, fc.constantFrom('git push', 'sh -c "git push"', '$(git push)', 'X=push; git $X'), line)
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(line, around), (text) => {
        const effects = Object.values(COMMAND_POLICIES).map((policy) => decideCommand(text, policy, { parser }).effect);
        if (!effects.includes('allow')) return;
        const did = runs(text);
        ran += 1;
        expect(did, `bash runs git push in ${JSON.stringify(text)}`).toBe(false);
      }),
      { numRuns: SOAK ? 200_000 : 3_000 },
    );
    expect(ran).toBeGreaterThan(50);
  });

  it('the mark is left where git push is run, so the check can fail', ({ skip }) => {
    if (!existsSync('/bin/bash')) skip('bash is not installed');
    const { runs } = sandbox();
    expect([runs('git push'), runs('echo x | xargs git push'), runs('git log'), runs("sh -c 'git push'")]).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });
});
