import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { Peek } from './peek.ts';

const planted = (name: 'other' | 'main' | 'base'): Pick<Peek, 'gotIn'> => ({
  gotIn: (_, world) => existsSync(`${world[name]}/planted`),
});

/** Inside a container or a virtual machine even root may be refused. */
function lockedDisks(): string | null {
  const names = readFileSync('/proc/partitions', 'utf8').match(/[a-z]\w*$/gm) ?? [];
  const readable = names.some((name) => spawnSync('head', ['-c', '1', `/dev/${name}`]).status === 0);
  return readable ? null : 'this machine shows its disks to nobody';
}

export const filePeeks: readonly Peek[] = [
  { id: 'absolute-path', title: 'another workspace by its path', script: 'cat "$W_OTHER/answer.txt"' },
  { id: 'dot-dot', title: 'another workspace by ..', script: 'cat ../ws-b/answer.txt ../../../..$W_OTHER/answer.txt' },
  { id: 'symlink', title: 'a symbolic link made inside', script: 'ln -sfn "$W_OTHER" link; cat link/answer.txt' },
  { id: 'hardlink', title: 'a hard link', script: 'rm -f hard; ln "$W_OTHER/answer.txt" hard && cat hard' },
  { id: 'main-files', title: 'the main repository', script: 'cat "$W_MAIN/secret.txt"' },
  { id: 'run-log', title: 'the database of runs', script: 'cat "$W_DB"' },
  { id: 'home', title: 'a key in the home folder', script: 'cat "$W_HOME/.ssh/id_secret" ~/.ssh/id_secret' },
  { id: 'temp-file', title: 'a temporary file', script: 'cat "$W_TMP"; cat /tmp/peek-*' },
  { id: 'shared-memory', title: 'a file in /dev/shm', script: 'cat "$W_SHM"; cat /dev/shm/*' },
  {
    id: 'search',
    title: 'a search by name where such things lie',
    script: 'find /tmp /root /home /var/tmp /run -maxdepth 4 -name answer.txt -exec cat {} + 2>/dev/null',
  },
  {
    id: 'inherited-file',
    title: 'a file that Assay itself was given open',
    script: 'for fd in /proc/self/fd/*; do if [ -f "$fd" ]; then cat "$fd"; fi; done',
  },
  {
    id: 'shadow',
    title: 'the password file',
    rootOnly: true,
    script: 'test -s /etc/shadow && cat /etc/shadow >/dev/null && echo GOT-IN',
  },
  {
    id: 'block-device',
    title: 'the disk itself',
    rootOnly: true,
    heldBySystem: lockedDisks,
    script: `
      for name in $(sed -n 's/.* \\([a-z0-9]*\\)$/\\1/p' /proc/partitions | grep -v '^loop\\|^ram\\|^$'); do
        head -c 1 "/dev/$name" >/dev/null 2>&1 && echo GOT-IN
      done
      set -- $(sed -n '3p' /proc/partitions)
      mknod disk b "$1" "$2" && head -c 1 disk >/dev/null && echo GOT-IN
      rm -f disk`,
  },
  {
    id: 'write-other',
    title: 'writing to another workspace',
    script: 'echo x >"$W_OTHER/planted"',
    ...planted('other'),
  },
  {
    id: 'write-main',
    title: 'writing to the main repository',
    script: 'echo x >"$W_MAIN/planted"',
    ...planted('main'),
  },
  {
    id: 'write-by-link',
    title: 'writing through a link',
    script: 'ln -sfn "$W_BASE" out; echo x >out/planted',
    ...planted('base'),
  },
  {
    id: 'write-system',
    title: 'writing to the system',
    rootOnly: true,
    script: `
      for folder in /usr/bin /usr/lib /usr/local/bin /etc; do
        touch "$folder/.assay-peek" && echo GOT-IN
        rm -f "$folder/.assay-peek"
      done`,
  },
];
