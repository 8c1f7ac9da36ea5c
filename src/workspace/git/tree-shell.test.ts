import { describe, expect, it } from 'vitest';
import type { ExecResult } from '#contracts/exec.ts';
import type { Sandbox } from '#contracts/sandbox.ts';
import { NO_OUTPUT } from '#host/bounded-output.ts';
import { treeShell } from './tree-shell.ts';

const REQUEST = {
  ...{ script: 'git write-tree', args: [], tree: '/tree', treeWritable: false, gitDir: '/git' },
  ...{ privateFolder: '/own', indexFile: '/own/index', timeoutMs: 1_000 },
};

/** The result for a git that ends like this. */
async function errorOf(ended: Partial<ExecResult>, said = '') {
  const result: ExecResult = {
    ...{ outcome: 'exited', exitCode: 128, signal: null, durationMs: 1, stdout: NO_OUTPUT, leftovers: 0 },
    stderr: { ...NO_OUTPUT, text: said },
    ...ended,
  };
  const sandbox = { ability: { kind: 'bubblewrap' }, exec: async () => result } as unknown as Sandbox;
  const answer = await treeShell('/usr/bin', sandbox).run(REQUEST);
  return answer.ok ? null : answer.error;
}

describe('git over files that an agent left', () => {
  it.each([
    ['what lies in the files', {}, 'error: open("a"): Permission denied\nfatal: adding files failed', 'UNCOMMITTABLE'],
    ['files without an end', { outcome: 'timed-out', exitCode: null }, '', 'UNCOMMITTABLE'],
    ['a full disk', {}, 'fatal: write error: No space left on device', 'DISK_FULL'],
    ['a disk that cannot be written', {}, 'fatal: unable to write new index file', 'GIT_FAILED'],
    ['a git that is not there', { outcome: 'unstartable', exitCode: null }, '', 'GIT_FAILED'],
    ['a git that was killed', { outcome: 'signalled', exitCode: null, signal: 'SIGKILL' }, '', 'GIT_FAILED'],
  ] as const)('is refused for the files only where they are to blame: %s', async (_, ended, said, code) => {
    expect(await errorOf(ended, said)).toMatchObject({ code, next: expect.stringMatching(/\.$/) });
  });
});
