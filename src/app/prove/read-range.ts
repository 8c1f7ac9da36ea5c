import { AssayError } from '#contracts/errors.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { Repository, Sha } from '#contracts/workspace.ts';
import { runProcess } from '#host/run-process.ts';
import type { ProveNote } from '#workflows/prove/prove-report.ts';

export interface CommitRange {
  /** As it was asked for. */
  readonly asked: string;
  readonly base: { readonly commit: Sha; readonly tree: TreeHash };
  readonly head: { readonly commit: Sha; readonly tree: TreeHash };
  /** Oldest first. */
  readonly commits: readonly { readonly commit: Sha; readonly title: string; readonly parents: readonly Sha[] }[];
  readonly notes: readonly ProveNote[];
}

export interface RangeSource {
  readonly repository: Repository;
  readonly path: string;
}

/** `BASE..HEAD`, `BASE...HEAD`, or `BASE` for `BASE..HEAD`. What the head has and the base has not, as one change. */
export async function readRange(source: RangeSource, asked: string): Promise<CommitRange> {
  const { repository } = source;
  const [from, to] = sidesOf(asked);
  const [tip, head] = [await commitOf(source, from), await commitOf(source, to)];
  const base = await sharedBase(source, { asked, from, to, tip, head });
  const commits = await repository.commitsBetween(base, head);
  if (commits.length === 0)
    throw new AssayError('RANGE_EMPTY', `${asked} holds no commit: ${to} has nothing that ${from} has not`, {
      next: 'Name the branch with the change last: BASE..HEAD. What is not committed is not judged.',
    });
  const dirty = (await repository.snapshot().catch(() => null))?.dirty === true;
  return {
    asked,
    base: { commit: base, tree: await repository.treeOf(base) },
    head: { commit: head, tree: await repository.treeOf(head) },
    commits: commits.map(({ sha, message, parents }) => ({
      commit: sha,
      title: message.split('\n')[0] ?? '',
      parents,
    })),
    notes: [
      ...(dirty ? [{ code: 'CHECKOUT_DIRTY', message: 'what is not committed in the checkout is not judged' }] : []),
      ...(commits.some(({ parents }) => parents.length > 1)
        ? [
            {
              code: 'MERGES_INSIDE',
              message: 'the range has merge commits: judged is what the head has and the base has not',
            },
          ]
        : []),
    ],
  };
}

/** Every commit of a range separately, compared with its first parent; a merge adds nothing of its own. */
export async function eachCommit({ repository }: RangeSource, range: CommitRange): Promise<CommitRange[]> {
  const ranges: CommitRange[] = [];
  for (const each of range.commits) {
    const [parent] = each.parents;
    if (parent === undefined || each.parents.length > 1) continue;
    ranges.push({
      asked: `${parent.slice(0, 12)}..${each.commit.slice(0, 12)}`,
      base: { commit: parent, tree: await repository.treeOf(parent) },
      head: { commit: each.commit, tree: await repository.treeOf(each.commit) },
      commits: [each],
      notes: [],
    });
  }
  return ranges;
}

function sidesOf(asked: string): [string, string] {
  const [, from, to] = /^(.*?)\.\.\.?(.*)$/.exec(asked) ?? [null, asked, 'HEAD'];
  return [from || 'HEAD', to || 'HEAD'];
}

async function commitOf(source: RangeSource, revision: string): Promise<Sha> {
  try {
    return await source.repository.resolve(revision);
  } catch (thrown) {
    if (!(thrown instanceof AssayError) || thrown.code !== 'REVISION_UNKNOWN') throw thrown;
    if (await isShallow(source)) throw tooShallow(`this clone is shallow and has no ${revision}`, revision);
    throw thrown;
  }
}

async function sharedBase(
  source: RangeSource,
  { asked, from, to, tip, head }: { asked: string; from: string; to: string; tip: Sha; head: Sha },
): Promise<Sha> {
  const shallow = await isShallow(source);
  const found = await source.repository.mergeBase(tip, head).catch((thrown) => {
    if (shallow) return null;
    throw thrown;
  });
  if (found) return found;
  if (shallow) throw tooShallow(`this clone is shallow: where ${to} left ${from} is not in it`, from);
  throw new AssayError('RANGE_UNRELATED', `${asked}: the two share no history`, {
    next: 'Name the branch that the change began from as BASE.',
  });
}

const tooShallow = (seen: string, revision: string): AssayError =>
  new AssayError('CLONE_SHALLOW', seen, {
    next: `Fetch what is missing: git fetch --unshallow origin, or git fetch --depth=1000 origin ${revision.replace(/^origin\//, '')} (GitHub Actions: fetch-depth: 0; GitLab: GIT_DEPTH: 0).`,
  });

async function isShallow({ repository, path }: RangeSource): Promise<boolean> {
  const { stdout } = await runProcess({
    ...{ program: 'git', args: ['rev-parse', '--is-shallow-repository'], cwd: repository.folder },
    ...{ env: { PATH: path }, timeoutMs: 10_000 },
  });
  return stdout.text.trim() === 'true';
}
