import { createHash, randomBytes } from 'node:crypto';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { quoteWord } from '#code/shell-quote.ts';
import type { Command, ExecResult } from '#contracts/exec.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { Mount } from '#contracts/sandbox.ts';
import type { Checkout, Repository } from '#contracts/workspace.ts';
import { lastLines } from '#project/test-runners/judge-report.ts';
import { type FileEdits, writeInto } from './edited-checkout.ts';
import { shellLine } from './runners/after-setup.ts';
import type { SiblingBuild } from './runners/sibling-builds.ts';

export interface SiblingOutputOptions {
  readonly repository: Pick<Repository, 'listFilesAt' | 'checkout'>;
  /** Our folder for build output. */
  readonly folder: string;
  /** Runs a command in a checkout that it may write to, in the sandbox. */
  readonly exec: (
    checkout: Checkout,
    mounts: { readonly writable: readonly Mount[]; readonly readOnly: readonly Mount[] },
    command: Command,
    signal?: AbortSignal,
  ) => Promise<ExecResult>;
}

export interface SiblingOutputOrder {
  readonly tree: TreeHash;
  /** Files that differ between the checkout and the tree. */
  readonly edits?: FileEdits;
  readonly siblings: readonly SiblingBuild[];
}

/**
 * Puts the build output of other packages into a checkout. Each package is built once for its sources, in its own
 * checkout. Only new files are copied from its folder, and none is overwritten. A failed build adds nothing: the tests
 * show what they lack, and the notes say why.
 */
export async function fillSiblings(
  options: SiblingOutputOptions,
  checkout: Checkout,
  order: SiblingOutputOrder,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  if (order.siblings.length === 0) return [];
  const archives = await outputsOf(options, checkout, order, signal);
  await unpack(options, checkout, archives, signal);
  return archives.flatMap(({ file }) => failures.get(file) ?? []);
}

/** Messages of failed builds, by the archive that they should have made. */
const failures = new Map<string, string>();

interface Archive {
  readonly folder: string;
  readonly file: string;
}

async function outputsOf(
  options: SiblingOutputOptions,
  checkout: Checkout,
  { tree, edits = new Map(), siblings }: SiblingOutputOrder,
  signal?: AbortSignal,
): Promise<Archive[]> {
  const files = await options.repository.listFilesAt(tree);
  const folders = siblings.map(({ folder }) => folder);
  const packages = files.filter(({ path }) => path.endsWith('/package.json')).map(({ path }) => path.slice(0, -13));
  const isTop = (path: string): boolean => !packages.some((folder) => path.startsWith(`${folder}/`));
  const layers = checkout.mounts.map(({ from }) => from);
  const done: Archive[] = [];
  for (const [index, sibling] of siblings.entries()) {
    const before = folders.slice(0, index + 1);
    const isOf = (path: string): boolean => isTop(path) || before.some((folder) => path.startsWith(`${folder}/`));
    const key = createHash('sha256').update(JSON.stringify([siblings.slice(0, index + 1), layers]));
    for (const { path, hash } of files)
      if (isOf(path)) key.update(`${path} ${edits.has(path) ? edits.get(path) : hash}\n`);
    const file = join(options.folder, `built-${key.digest('hex').slice(0, 32)}.tar`);
    const making = running.get(file) ?? build(options, { tree, edits, sibling, done: [...done], file });
    running.set(file, making);
    await making.finally(() => running.delete(file));
    signal?.throwIfAborted();
    done.push({ folder: sibling.folder, file });
  }
  return done;
}

/** Several runs begin at once; only one of them makes each build. */
const running = new Map<string, Promise<void>>();

async function build(
  options: SiblingOutputOptions,
  order: {
    readonly tree: TreeHash;
    readonly edits: FileEdits;
    readonly sibling: SiblingBuild;
    readonly done: readonly Archive[];
    readonly file: string;
  },
): Promise<void> {
  const { tree, edits, sibling, done, file } = order;
  if (await stat(file).catch(() => null)) return;
  await using checkout = await heldCheckout(options, tree);
  await writeInto(checkout.of.path, edits);
  await unpack(options, checkout.of, done);
  const place = join(options.folder, `building-${randomBytes(8).toString('hex')}`);
  await mkdir(place, { recursive: true });
  try {
    const at = join(checkout.of.seenAt, sibling.folder);
    const begin = join(place, 'begin');
    const line = [
      `touch ${quoteWord(begin)} && (${sibling.line}) && cd ${quoteWord(at)}`,
      `find . -name node_modules -prune -o -type f -newer ${quoteWord(begin)} -print0`,
    ].join(' && ');
    const packed = `${line} | tar --null -T - -cf ${quoteWord(join(place, 'out.tar'))}`;
    const mounts = { writable: [{ from: place, at: place }], readOnly: [] };
    const { outcome, exitCode, stdout, stderr } = await options.exec(checkout.of, mounts, {
      ...shellLine(packed, BUILD_MS),
      cwd: at,
    });
    if (outcome === 'exited' && exitCode === 0) return await rename(join(place, 'out.tar'), file);
    failures.set(file, `${sibling.line} in ${sibling.folder} failed: ${lastLines(`${stdout.text}\n${stderr.text}`)}`);
    await writeFile(file, '');
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

const BUILD_MS = 20 * 60_000;

async function heldCheckout({ repository }: SiblingOutputOptions, tree: TreeHash) {
  const of = await repository.checkout({ tree });
  return { of, [Symbol.asyncDispose]: () => of.close().catch(() => {}) };
}

async function unpack(
  options: SiblingOutputOptions,
  checkout: Checkout,
  archives: readonly Archive[],
  signal?: AbortSignal,
): Promise<void> {
  const there: Archive[] = [];
  for (const each of archives) if ((await stat(each.file).catch(() => null))?.size) there.push(each);
  if (there.length === 0) return;
  const lines = there.map(({ folder, file }) => {
    const into = quoteWord(join(checkout.seenAt, folder));
    // Both kinds of tar keep existing files; one of them reports that as an error.
    return `tar -xkf ${quoteWord(file)} -C ${into} 2>/dev/null`;
  });
  const readOnly = there.map(({ file }) => ({ from: file, at: file }));
  await options.exec(
    checkout,
    { writable: [], readOnly },
    { ...shellLine(lines.join('; '), BUILD_MS), cwd: checkout.seenAt },
    signal,
  );
}
