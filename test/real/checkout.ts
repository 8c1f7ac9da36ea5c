import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Entry } from './entries.ts';
import { must, quoted } from './shell.ts';

export interface Places {
  /** A folder of clones: `owner+name/repo`, `owner+name`, `owner/name` or `name`, bare or not. Null: cloned into `work`. */
  readonly mirrors: string | null;
  /** Where everything is made. No part of its path may begin with a dot: some suites fail below such folders. */
  readonly work: string;
}

/** The clone of a repository with its history; null where there is none and none can be made. */
export async function cloneOf(repo: string, { mirrors, work }: Places): Promise<string | null> {
  const [owner = '', name = ''] = repo.split('/');
  const names = [`${owner}+${name}/repo`, `${owner}+${name}`, `${owner}/${name}`, name, `${name}.git`];
  if (mirrors !== null) return names.map((each) => join(mirrors, each)).find((path) => existsSync(path)) ?? null;
  const clone = join(work, 'clones', `${owner}+${name}`);
  if (existsSync(clone)) return clone;
  mkdirSync(dirname(clone), { recursive: true });
  try {
    await must(`git clone --quiet --bare https://github.com/${quoted(repo)}.git ${quoted(`${clone}.part`)}`, work);
  } catch {
    rmSync(`${clone}.part`, { recursive: true, force: true });
    return null;
  }
  await must(`mv ${quoted(`${clone}.part`)} ${quoted(clone)}`, work);
  return clone;
}

/** The person's checkout: `main` stands at a commit, and what the project needs is installed. */
export async function checkOut(clone: string, at: string, folder: string, work: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  await must(`git clone --quiet --shared --no-checkout ${quoted(clone)} ${quoted(folder)}`, work);
  const person = ['user.name Person', 'user.email person@localhost', 'commit.gpgsign false'];
  const steps = [
    `git checkout --quiet --detach ${at}`,
    "git for-each-ref --format='delete %(refname)' refs/heads | git update-ref --stdin",
    'git checkout --quiet -B main',
    'git remote remove origin',
    ...person.map((setting) => `git config ${setting}`),
  ];
  await must(steps.join(' && '), folder);
  await leaveOutMissing(folder);
}

/**
 * Some clones lack their largest files, now or in their history. `main` is then one commit without them: no history with
 * a hole can be copied.
 */
async function leaveOutMissing(folder: string): Promise<void> {
  if (missingIn(folder, 'HEAD').size === 0) return;
  const missing = missingIn(folder, '--no-walk', 'HEAD');
  const files = git(folder, 'ls-tree', '-r', '-z', '--format=%(objectname) %(path)', 'HEAD').split('\0');
  const paths = files.filter((file) => missing.has(file.split(' ')[0] ?? '')).map((file) => file.replace(/^\S+ /, ''));
  if (paths.length > 0) git(folder, 'rm', '--quiet', '--cached', '--', ...paths);
  const commit = git(folder, 'commit-tree', '-m', 'as it stood', git(folder, 'write-tree').trim()).trim();
  await must(`git update-ref refs/heads/main ${commit} && git reset --quiet --hard`, folder);
}

function missingIn(folder: string, ...range: string[]): ReadonlySet<string> {
  const args = ['rev-list', '--objects', '--missing=print', ...range];
  const listed = execFileSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 30 }).split('\n');
  return new Set(listed.filter((line) => line.startsWith('?')).map((line) => line.slice(1)));
}

const MANIFESTS = ['package.json', 'package-lock.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'yarn.lock', '.npmrc'];

/** Installs once a manifest: later checkouts get a copy, since two of them must not share files. */
export async function install({ repo, install: line }: Entry, folder: string, { work }: Places): Promise<void> {
  if (line === null) return;
  const manifests = git(folder, 'ls-files', '--stage', '--', ...MANIFESTS.map((name) => `:(glob)**/${name}`));
  const hash = createHash('sha256').update(line).update(manifests);
  const kept = join(work, 'installed', `${repo.replace('/', '+')}-${hash.digest('hex').slice(0, 16)}`);
  if (!existsSync(kept)) {
    await must(line, folder, { minutes: 15 });
    mkdirSync(`${kept}.part`, { recursive: true });
    for (const path of moduleFolders(folder)) await copy(folder, path, `${kept}.part`);
    await must(`mv ${quoted(`${kept}.part`)} ${quoted(kept)} && git -C ${quoted(folder)} reset --quiet --hard`, work);
    return;
  }
  for (const path of moduleFolders(kept)) await copy(kept, path, folder);
}

/** At any depth: a workspace's packages have their own. */
const moduleFolders = (folder: string): string[] =>
  globSync('**/node_modules', {
    cwd: folder,
    exclude: (path) => /(^|\/)(\.git|node_modules\/.*)$/.test(path),
  });

const copy = (from: string, path: string, to: string): Promise<string> =>
  must(
    `mkdir -p ${quoted(dirname(join(to, path)))} && cp -a ${quoted(join(from, path))} ${quoted(join(to, path))}`,
    from,
  );

/** Brings a commit's version of these files into the checkout; what it has not, goes. */
export function take(sha: string, paths: readonly string[], folder: string): void {
  for (const path of paths) {
    const there = git(folder, 'ls-tree', sha, '--', path) !== '';
    if (!there) rmSync(join(folder, path), { force: true });
    else {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), blob(folder, `${sha}:${path}`));
    }
  }
}

export const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
const blob = (folder: string, name: string): Buffer =>
  execFileSync('git', ['cat-file', 'blob', name], { cwd: folder, maxBuffer: 1 << 28 });

/** Back to what is committed. Installed packages are ignored by git and stay. */
export function clean(folder: string): void {
  git(folder, 'reset', '--quiet', '--hard');
  git(folder, 'clean', '--quiet', '-d', '--force');
}
