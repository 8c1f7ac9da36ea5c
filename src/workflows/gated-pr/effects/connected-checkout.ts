import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import type { Refusal } from '#contracts/gate.ts';
import type { CheckoutState } from '#contracts/repository.ts';
import type { Repository } from '#contracts/workspace.ts';
import { Sha } from '#contracts/workspace.ts';
import { writePlain } from '#host/plain-file.ts';
import { provenCriteria } from '../criteria.ts';
import { checkMark, tickCriteria } from '../plan-mark.ts';
import type { GatedState, Point } from '../state.ts';
import { beginBranch } from './begin-branch.ts';
import { checkFinal } from './check-final.ts';
import { leaveBranch } from './leave-branch.ts';
import type { PersonGit } from './person-git.ts';
import { isOnly, moreThanPlan } from './plan-commit.ts';
import { type PrCheckout, refuse } from './pr-checkout.ts';
import { pullMain } from './pull-main.ts';
import { rescue } from './rescue.ts';

export interface ConnectedOptions {
  /** The top of the person's checkout. */
  readonly repository: Repository;
  readonly git: PersonGit;
}

/** A PR in the person's own checkout, where their own client works. Never overwrites their uncommitted work. */
export function connectedCheckout({ repository, git }: ConnectedOptions): PrCheckout {
  const look = () => repository.snapshot();
  const pointAt = async (sha: Sha): Promise<Point> => ({ commit: sha, tree: await repository.treeOf(sha) });
  const textAt = async (sha: Sha, path: string): Promise<string | null> => {
    const bytes = await repository.readFileAt(sha, path);
    return bytes === null ? null : new TextDecoder().decode(bytes);
  };

  return {
    mode: 'connected',
    folder: async () => repository.folder,
    // When the branch is created: until then the checkout is the person's.
    pull: async () => null,
    // Before the agent has the task: its work is measured with what is installed by then, whatever it changes.
    prepare: async ({ main }, { say, signal }) => {
      const sha = await repository.resolve(`refs/heads/${main}`).catch(() => null);
      if (sha === null) return null;
      const tree = await repository.treeOf(sha);
      say('looks at what is installed');
      const checkout = await repository.checkout({ tree, dependencies: 'refresh', signal });
      for (const note of checkout.notes) say(note);
      await checkout.close();
      return null;
    },
    planText: async ({ plan, main }) => {
      const at = await repository.resolve(`refs/heads/${main}`).catch(() => null);
      return at === null ? null : textAt(at, plan);
    },
    planEdited: async ({ plan }) => (await git(['status', '--porcelain', '--', plan]).catch(() => '')) !== '',

    createBranch: async (title, state, { run }) => {
      const now = await look();
      if (now.dirty)
        return refuse(
          'CHECKOUT_DIRTY',
          `the checkout has uncommitted work: ${await dirtyPaths(git)}`,
          'Commit or stash it, then call get_task.',
        );
      if (now.underway)
        return refuse(
          'CHECKOUT_UNDERWAY',
          `a ${now.underway} is not finished`,
          'Finish or abort it, then call get_task.',
        );
      if ((await git(['for-each-ref', '--format=%(objectname)', `refs/heads/${state.main}`])) === '')
        return refuse(
          'MAIN_MISSING',
          `there is no branch ${state.main} to branch from`,
          'A person makes it, or names another: `assay init --force --main BRANCH`. Then call get_task.',
        );
      const behind = await pullMain({ git, repository }, state.main, 'call get_task');
      if (behind) return behind;
      const maker = `PR ${state.finished.length + 1} of run ${run}`;
      const at = await repository.resolve(`refs/heads/${state.main}`);
      const branch = await beginBranch({ git, repository }, { title, main: state.main, maker });
      const base = Sha.parse(await git(['rev-parse', 'HEAD']));
      // Everything later is compared with this commit, so nobody would review its own changes to main.
      if (!(await repository.isAncestor(base, at)))
        return refuse(
          'HISTORY_REWRITTEN',
          `${branch} was created at ${state.main} and begins with a commit that ${state.main} does not have: a hook of this repository or another program made it`,
          `Remove what makes it, then git switch ${state.main}, git branch -D ${branch}, and call get_task.`,
        );
      return { ok: true, branch, base: await pointAt(base) };
    },

    snapshot: async (state) => {
      const [now, main] = await Promise.all([look(), repository.resolve(`refs/heads/${state.main}`)]);
      return {
        tree: now.tree,
        problems: [...oddities(now), ...(await historyProblems(repository, now, state, main))],
      };
    },

    checkpoint: async (tree, over) => {
      const now = await look();
      if (now.head === null) return refuse('NOT_COMMITTED', 'there is no commit', 'Commit, then call submit_work.');
      if (now.dirty)
        return refuse(
          'NOT_COMMITTED',
          `not everything is committed: ${await dirtyPaths(git)}`,
          'git add -A && git commit, then call submit_work.',
        );
      const point = await pointAt(now.head);
      if (point.tree !== tree)
        return refuse(
          'TREE_CHANGED',
          'what was committed is not what was accepted',
          'Commit exactly the accepted files, or submit the step again.',
        );
      if (now.head === over)
        return refuse(
          'NOT_COMMITTED',
          'nothing was committed since the last checkpoint',
          'Commit, then call submit_work.',
        );
      if (!(await repository.isAncestor(over, now.head)))
        return refuse(
          'HISTORY_REWRITTEN',
          'the last checkpoint is no longer in the history of the branch',
          `git reset --soft ${over} and commit again.`,
        );
      return { ok: true, point };
    },

    reset: async (to, { branch }) => {
      const now = await look();
      if (now.branch !== branch) {
        const seen = `the checkout is on ${now.branch ?? 'no branch'}, the PR is on ${branch}`;
        throw new AssayError('WORKSPACE_DIRTY', seen, { next: `git switch ${branch}.` });
      }
      await rescue(git, now, to.commit);
      await git(['reset', '--quiet', '--hard', to.commit]);
      await git(['clean', '--quiet', '-d', '--force']);
      return null;
    },

    finalCommit: async (title, tree, { base }) => {
      const now = await look();
      if (now.head === null || !base)
        return refuse('NOT_COMMITTED', 'there is no commit', 'Commit, then call submit_work.');
      if (now.dirty)
        return refuse(
          'NOT_COMMITTED',
          `not everything is committed: ${await dirtyPaths(git)}`,
          'Commit or discard it.',
        );
      const problem = await checkFinal(repository, { base: base.commit, head: now.head, title, tree });
      if (problem) return problem;
      return { ok: true, point: { commit: now.head, tree } };
    },

    planCommit: async (title, commit, state) => {
      const { plan, pr } = state;
      const now = await look();
      const before = await textAt(commit, plan);
      const after = await readFile(join(repository.folder, plan), 'utf8').catch(() => null);
      if (before === null || after === null) return refuse('PLAN_MISSING', `${plan} does not exist`, 'Put it back.');
      // The boxes are ticked here. One that is ticked already, by a client or before a crash, is not another change.
      const ticked = (text: string) => tickCriteria(text, title, provenCriteria(state));
      const mark = checkMark(ticked(before), ticked(after), title, commit);
      if (!mark.ok) return refuse('PLAN_UNMARKED', mark.why, `Its line gets [DONE] ${commit}; nothing else changes.`);
      // The second begins as a message that the repository's hook has accepted.
      const messages = [`plan: ${title} is done`, `${pr?.prTitle ?? title} (done)`];
      const made = await isOnly(repository, commit, now.head, messages);
      if (now.head !== commit && !made)
        return refuse('HISTORY_REWRITTEN', 'HEAD is not the commit of the PR', `git reset --soft ${commit}`);
      const { files } = await repository.diffBetween(commit, now.tree);
      const others = files.filter(({ path }) => path !== plan).map(({ path }) => path);
      if (others.length > 0)
        return refuse('MORE_CHANGED', `more than the plan changed: ${others.join(', ')}`, 'Discard those changes.');
      // If interrupted after the commit, that is found; then nothing is left to commit.
      // A plan that is reached through a link keeps its boxes as they are.
      if (!made && ticked(after) !== after) await writePlain(repository.folder, plan, ticked(after));
      const say = (message: string) => git(['commit', '--quiet', '--only', '--message', message, '--', plan]);
      if (!made) await say(messages[0] ?? '').catch(() => say(messages[1] ?? ''));
      else if (now.dirty) return refuse('MORE_CHANGED', `${plan} was changed once more`, 'Discard that change.');
      const head = Sha.parse(await git(['rev-parse', 'HEAD']));
      const more = await moreThanPlan(repository, { commit, head, plan, text: ticked(after) });
      return more ?? { ok: true, point: await pointAt(head) };
    },

    offer: async (_point, { branch }) => {
      if (branch === null) throw new Error('a PR has a branch');
      return branch;
    },
    unfitToAdopt: async (head, { branch }) => {
      const now = await look();
      const again = 'Then answer with assay guide.';
      if (now.branch !== branch || now.head !== head)
        return refuse(
          'WRONG_BRANCH',
          `the checkout is not on ${branch} as it is now`,
          `git switch ${branch}. ${again}`,
        );
      if (now.underway)
        return refuse('CHECKOUT_UNDERWAY', `a ${now.underway} is not finished`, `Finish or abort it. ${again}`);
      if (!now.dirty) return null;
      return refuse('CHECKOUT_DIRTY', `not committed: ${await dirtyPaths(git)}`, `Commit or stash it. ${again}`);
    },
    adopt: async (head) => ({ place: null, point: await pointAt(head) }),

    leave: async ({ main, branch }) => (branch === null ? [] : leaveBranch({ repository, git }, branch, main)),
  };
}

/** Flags that hide changes from git, and files that a fresh checkout would not have. */
function oddities(now: CheckoutState): Refusal[] {
  const hidden = [...now.assumeUnchanged, ...now.skipWorktree];
  return [
    ...(hidden.length > 0
      ? [
          {
            code: 'HIDDEN_CHANGES',
            message: `changes of ${hidden.join(', ')} are hidden from git by a flag`,
            next: 'git update-index --no-assume-unchanged --no-skip-worktree those files.',
          },
        ]
      : []),
    ...(now.unmerged.length > 0
      ? [{ code: 'UNMERGED', message: `unmerged: ${now.unmerged.join(', ')}`, next: 'Resolve them.' }]
      : []),
    ...(now.nested.length > 0
      ? [
          {
            code: 'NESTED_REPOSITORY',
            message: `repositories inside the project: ${now.nested.join(', ')}`,
            next: 'Their files are not part of the tree; remove or ignore them.',
          },
        ]
      : []),
  ];
}

/** Nothing below the branch point may change, and the agent must not move main. */
async function historyProblems(
  repository: Repository,
  now: CheckoutState,
  state: GatedState,
  main: Sha,
): Promise<Refusal[]> {
  if (!state.base || now.head === null) return [];
  if (state.branch !== null && now.branch !== state.branch) {
    const message = `the checkout is on ${now.branch ?? 'no branch'}, the PR is on ${state.branch}`;
    return [{ code: 'WRONG_BRANCH', message, next: `git switch ${state.branch}` }];
  }
  if (!(await repository.isAncestor(state.base.commit, now.head))) {
    const message = `history below the branch point ${state.base.commit.slice(0, 12)} was rewritten`;
    return [{ code: 'HISTORY_REWRITTEN', message, next: `Put the branch back on ${state.base.commit}.` }];
  }
  return mainMoved(repository, state.base.commit, now.head, state.main, main);
}

/** Others may move main forward. It must not be reset, or moved onto commits of a branch that was not reviewed. */
async function mainMoved(repository: Repository, base: Sha, head: Sha, name: string, main: Sha): Promise<Refusal[]> {
  if (main === base) return [];
  const next = `git branch --force ${name} ${base}, unless a person moved it.`;
  if (!(await repository.isAncestor(base, main)))
    return [{ code: 'MAIN_MOVED', message: `${name} was moved: it no longer holds the branch point`, next }];
  const commits = new Map((await repository.commitsBetween(base, head)).map((each) => [each.sha, each.parents[0]]));
  for (let at: Sha | undefined = head; at !== undefined && commits.has(at); at = commits.get(at))
    if (at === main)
      return [{ code: 'MAIN_MOVED', message: `${name} was moved onto the branch, which is not reviewed`, next }];
  return [];
}

const dirtyPaths = async (git: PersonGit): Promise<string> => {
  const lines = (await git(['status', '--porcelain'])).split('\n').map((line) => line.slice(2).trim());
  return lines.slice(0, 5).join(', ') + (lines.length > 5 ? ` and ${lines.length - 5} more` : '');
};
