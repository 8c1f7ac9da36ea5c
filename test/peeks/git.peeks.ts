import { existsSync } from 'node:fs';
import type { Peek } from './peek.ts';

/** What git runs by itself in a checkout someone else wrote to: the reason why git only runs there inside. */
const planted = (id: string, title: string, plant: string, ...afterwards: string[]): Peek => ({
  id,
  title: `${title}, run by git afterwards`,
  script: `
    printf '#!/bin/sh\\n: >"%s/escaped"\\nexec cat\\n' "$W_BASE" >.git/evil
    chmod +x .git/evil
    ${plant}`,
  afterwards,
  gotIn: (_, world) => existsSync(`${world.base}/escaped`),
});

export const gitPeeks: readonly Peek[] = [
  {
    id: 'git-objects',
    title: 'objects of the main repository',
    script: 'git --git-dir="$W_MAIN/.git" cat-file -p "$W_OBJECT"',
  },
  {
    id: 'git-alternates',
    title: 'an alternates file',
    script: 'echo "$W_MAIN/.git/objects" >.git/objects/info/alternates; git cat-file -p "$W_OBJECT"',
  },
  {
    id: 'git-alternates-variable',
    title: 'alternates by a variable',
    script: 'GIT_ALTERNATE_OBJECT_DIRECTORIES="$W_MAIN/.git/objects" git cat-file -p "$W_OBJECT"',
  },
  { id: 'git-C', title: 'git -C', script: 'git -C "$W_MAIN" show HEAD:secret.txt' },
  { id: 'git-dir', title: 'GIT_DIR', script: 'GIT_DIR="$W_MAIN/.git" git show HEAD:secret.txt' },
  {
    id: 'git-fetch',
    title: 'fetching from the main repository',
    script: 'git fetch -q "$W_MAIN" && git show FETCH_HEAD:secret.txt',
  },
  {
    id: 'git-file',
    title: 'a .git file that leads out',
    script: 'mkdir -p sub; echo "gitdir: $W_MAIN/.git" >sub/.git; git -C sub show HEAD:secret.txt',
  },
  planted('git-fsmonitor', 'core.fsmonitor', 'git config core.fsmonitor "$PWD/.git/evil"', 'status'),
  planted('git-hook', 'a hook', 'cp .git/evil .git/hooks/post-checkout', 'checkout', '-q', '-B', 'peek'),
  planted(
    'git-filter',
    'a clean filter',
    'git config filter.evil.clean "$PWD/.git/evil"; echo "* filter=evil" >.gitattributes; echo new >>file.txt',
    'add',
    '.',
  ),
  planted(
    'git-external-diff',
    'an external diff',
    'git config diff.external "$PWD/.git/evil"; echo new >>file.txt',
    'diff',
  ),
  planted('git-pager', 'an alias over a command', 'git config alias.st "!$PWD/.git/evil </dev/null"', 'st'),
];
