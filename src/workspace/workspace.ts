import { AssayError, type ErrorInfo } from '#contracts/errors.ts';
import type { Command, ExecResult } from '#contracts/exec.ts';
import type { Refusal } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { unfitFiles } from '#contracts/unfit-files.ts';
import type {
  CommitMessage,
  CommitOutcome,
  DecideCommand,
  Diff,
  DiffLimits,
  MergeOutcome,
  Sha,
  TreeState,
  Workspace,
} from '#contracts/workspace.ts';
import { NO_OUTPUT } from '#host/bounded-output.ts';
import { diskUse, tooBig } from '#host/disk-use.ts';
import type { WorkspaceRecord } from './checkout/record.ts';
import { refuseFiltered, refuseNewFilters } from './checkout/refuse-filtered.ts';
import {
  embeddedRepository,
  moveTree,
  refuseInSubmodules,
  type TreePlace,
  type TreeSnapshot,
  takeSnapshot,
} from './checkout/snapshot.ts';
import { isAncestor, readCommitMessage, writeCommit } from './commit/commit.ts';
import { formatMessage, withTrailer } from './commit/commit-message.ts';
import { type MergedTree, mergeTrees, pickTree } from './commit/merge.ts';
import { diffTrees, rawDiff } from './git/diff.ts';
import { privateIn, treeIn } from './store-folders.ts';
import { SANDBOX_LIMITS, type StoreContext } from './store-options.ts';
import { moveRef, readRef, treeOf, type Vault, workspaceRef } from './vault/vault.ts';

interface WorkspaceParts {
  close(): Promise<void>;
  /** Called before every command. */
  readonly decide?: DecideCommand;
}

/** A workspace on disk as an object. It has no state of its own: everything is read again. */
export class LocalWorkspace implements Workspace {
  readonly name: Workspace['name'];
  readonly path: string;
  readonly base: Sha;
  readonly mounts: Workspace['mounts'];
  readonly env: Workspace['env'];
  readonly notes: readonly string[];
  readonly vault: Vault;
  readonly #context: StoreContext;
  readonly #folder: string;
  readonly #record: WorkspaceRecord;
  readonly #place: TreePlace;
  readonly #parts: WorkspaceParts;

  constructor(context: StoreContext, folder: string, record: WorkspaceRecord, parts: WorkspaceParts) {
    this.name = record.name;
    this.path = treeIn(folder);
    this.base = record.base;
    this.mounts = record.mounts;
    this.env = record.env;
    this.notes = record.notes;
    this.vault = { git: context.git, gitDir: record.gitDir };
    this.#context = context;
    this.#folder = folder;
    this.#record = record;
    this.#place = { tree: this.path, gitDir: record.gitDir, privateFolder: privateIn(folder) };
    this.#parts = parts;
  }

  async exec(command: Command, signal?: AbortSignal): Promise<ExecResult> {
    const { sandbox, sandboxLimits } = this.#context.options;
    if (!sandbox || sandbox.ability.kind === 'none')
      throw new AssayError('NOT_ISOLATED', 'This machine has no sandbox to run commands in.', {
        next: sandbox?.ability.kind === 'none' ? sandbox.ability.next : 'Run `assay doctor` to see how to get one.',
      });
    const decision = this.#parts.decide?.(command) ?? { allow: true };
    if (!decision.allow) return refused(decision.error);
    const policy = {
      writable: [{ from: this.path, at: this.path }],
      readOnly: this.mounts,
      network: 'none',
      limits: { ...SANDBOX_LIMITS, ...sandboxLimits },
    } as const;
    return sandbox.exec({ ...command, env: { ...this.env, ...command.env } }, policy, signal);
  }

  head(): Promise<Sha> {
    return readRef(this.vault, workspaceRef(this.name));
  }

  async state(): Promise<TreeState> {
    const committed = await treeOf(this.vault, await this.head());
    const snapshot = await takeSnapshot(this.#context.shell, this.#place);
    const dirty = snapshot.tree !== committed || snapshot.nested.length > 0;
    const unfit = await this.#unfit(committed, snapshot);
    await (dirty ? snapshot.discard() : snapshot.keep());
    return { committed, work: snapshot.tree, dirty, unfit };
  }

  async commit(message: CommitMessage): Promise<CommitOutcome> {
    const text = formatMessage(message); // a message that does not fit is refused before anything is done
    await this.#refuseFolder();
    const head = await this.head();
    const before = await treeOf(this.vault, head);
    const snapshot = await takeSnapshot(this.#context.shell, this.#place, { durable: true });
    if (snapshot.tree === before && snapshot.nested.length === 0) {
      await snapshot.keep();
      return { type: 'unchanged', sha: head, tree: before };
    }
    await this.#refuseChange(before, snapshot);
    const outcome = await this.#advance(snapshot.tree, [head], text);
    await snapshot.keep();
    return outcome;
  }

  async diff(from: Sha = this.base, limits: DiffLimits = {}): Promise<Diff> {
    const to = await treeOf(this.vault, await this.head());
    return diffTrees(this.vault, await treeOf(this.vault, from), to, limits);
  }

  async take(from: Workspace, sha: Sha): Promise<MergeOutcome> {
    const theirs = await this.#headOf(from);
    if (!(await isAncestor(this.vault, sha, theirs)))
      throw new AssayError('REVISION_UNKNOWN', `${sha} is not a commit of the workspace ${from.name}.`, {
        next: 'Name a commit that was made in that workspace.',
      });
    const text = withTrailer(await readCommitMessage(this.vault, sha), 'Picked-From', sha);
    const head = await this.head();
    return this.#apply(head, await pickTree(this.vault, head, sha), [head], text);
  }

  async merge(from: Workspace, message: CommitMessage): Promise<MergeOutcome> {
    const text = formatMessage(message);
    const [head, theirs] = [await this.head(), await this.#headOf(from)];
    if (await isAncestor(this.vault, theirs, head))
      return { type: 'unchanged', sha: head, tree: await treeOf(this.vault, head) };
    return this.#apply(head, await mergeTrees(this.vault, head, theirs), [head, theirs], text);
  }

  async squash(message: CommitMessage, onto: Sha = this.base): Promise<CommitOutcome> {
    const text = formatMessage(message);
    const head = await this.head();
    if (!(await isAncestor(this.vault, onto, head)))
      throw new AssayError('REVISION_UNKNOWN', `${onto} is not a commit of the workspace ${this.name}.`, {
        next: 'Name a commit that this workspace is based on.',
      });
    const tree = await treeOf(this.vault, head);
    if (tree === (await treeOf(this.vault, onto))) return { type: 'unchanged', sha: head, tree };
    return this.#advance(tree, [onto], text);
  }

  diskUse(): Promise<number> {
    return diskUse(this.#folder);
  }

  close(): Promise<void> {
    return this.#parts.close();
  }

  /** Files first, then the ref: after a crash between the two, repeating it finds the files as they should be. */
  async #apply(head: Sha, merged: MergedTree, parents: readonly Sha[], text: string): Promise<MergeOutcome> {
    if (!merged.clean) return { type: 'conflict', conflicts: merged.conflicts };
    const { committed, work, dirty } = await this.state();
    if (dirty && work !== merged.tree)
      throw new AssayError('WORKSPACE_DIRTY', `The workspace ${this.name} has changes that are not committed.`, {
        next: 'Commit them first, or use a fresh workspace.',
      });
    if (merged.tree === committed && parents.length === 1) return { type: 'unchanged', sha: head, tree: committed };
    if (!dirty) await moveTree(this.#context.shell, this.#place, committed, merged.tree);
    return this.#advance(merged.tree, parents, text);
  }

  async #advance(tree: TreeHash, parents: readonly Sha[], message: string): Promise<CommitOutcome> {
    const from = await this.head();
    const sha = await writeCommit(this.vault, { tree, parents, message, at: this.#context.options.clock.now() });
    await moveRef(this.vault, workspaceRef(this.name), sha, from, true);
    return { type: 'committed', sha, tree };
  }

  async #headOf(other: Workspace): Promise<Sha> {
    if (other instanceof LocalWorkspace && other.vault.gitDir === this.vault.gitDir) return other.head();
    throw new AssayError(
      'REPOSITORY_UNFIT',
      `The workspaces ${this.name} and ${other.name} are of different repositories.`,
      {
        next: 'Make both from the same repository.',
      },
    );
  }

  async #unfit(committed: TreeHash, snapshot: TreeSnapshot): Promise<Refusal | null> {
    try {
      await this.#refuseFolder();
      await this.#refuseChange(committed, snapshot);
      return null;
    } catch (thrown) {
      const unfit = unfitFiles(thrown);
      if (unfit === null) throw thrown;
      return unfit;
    }
  }

  /** The folder's content, whether or not any of it changed. */
  async #refuseFolder(): Promise<void> {
    const bytes = await this.diskUse();
    const limit = this.#context.workspaceBytes;
    if (bytes > limit)
      throw tooBig(
        `The workspace ${this.name} is too large`,
        bytes,
        limit,
        'Remove build output from it, or raise the limit.',
      );
    await refuseInSubmodules(this.path, this.#record.submodules);
  }

  async #refuseChange(before: TreeHash, snapshot: TreeSnapshot): Promise<void> {
    try {
      const changed = await rawDiff(this.vault, before, snapshot.tree);
      const links = changed.filter(({ kind }) => kind === 'submodule').map(({ path }) => path);
      const nested = [...new Set([...snapshot.nested, ...links])];
      if (nested.length > 0) throw embeddedRepository(nested);
      const { privateFolder } = this.#place;
      if (this.#record.rawFilters) await refuseFiltered(this.vault, snapshot.tree, changed, privateFolder);
      else if (changed.some(({ path }) => path.endsWith('.gitattributes')))
        await refuseNewFilters(this.vault, snapshot.tree, privateFolder);
    } catch (error) {
      await snapshot.discard();
      throw error;
    }
  }
}

/** Whatever code the policy used, the command was refused: its message says why. */
function refused({ message, next }: ErrorInfo): ExecResult {
  const error = { code: 'COMMAND_REFUSED', message, ...(next === undefined ? {} : { next }) };
  const ended = { exitCode: null, signal: null, durationMs: 0, stdout: NO_OUTPUT, stderr: NO_OUTPUT, leftovers: 0 };
  return { outcome: 'unstartable', error, ...ended };
}
