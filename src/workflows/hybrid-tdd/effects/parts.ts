import { grammarOf } from '#code/symbols/languages.ts';
import type { Attestor } from '#contracts/attestation.ts';
import type { Finding } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import type { RunWorkspaces } from '#contracts/run-workspaces.ts';
import type { Repository, WorkspaceStore } from '#contracts/workspace.ts';
import type { MutantCopies } from '#gates/mutation/mutant-copies.ts';
import type { TreeRunner } from '#gates/tree-runner.ts';
import type { ReviewRequest } from '../../review/review-request.ts';
import type { LanguageAdapter } from '../languages/language.ts';
import { languageNamed } from '../languages/languages.ts';
import type { Spec } from '../spec.ts';

/** The parts of the real effects. */
export interface HybridParts {
  /** The person's repository. */
  readonly repository: Repository;
  readonly store: Pick<WorkspaceStore, 'diskUse'>;
  readonly workspaces: RunWorkspaces;
  readonly treeRunner: TreeRunner;
  /** Copies of a tree in which the project's tests are run. */
  copies(tree: TreeHash, runner: string): MutantCopies;
  /** Runs the project's own reviewer; without it an agent reviews. */
  readonly reviewBy?: (
    base: TreeHash,
    command: string,
    request: ReviewRequest,
    signal: AbortSignal,
  ) => Promise<{ readonly findings: readonly Finding[] } | { readonly problem: string }>;
  /** Who writes and who reviews, where it is known. */
  readonly reviewers?: () => Promise<{ readonly author: string | null; readonly reviewer: string | null }>;
  /** Stores the statement about landed work; without it there is none. */
  readonly attestor?: Attestor;
  /** The run's log, for times and costs. */
  events(run: string): AsyncIterable<RunEvent>;
  /** What an activation's agent cost, where that is known. */
  costOf?(run: string, act: string): number | null;
}

/** The language of a spec, and the grammar of its files. */
export function languageOf({ language, implPath }: Spec): LanguageAdapter & { readonly source: string } {
  const adapter = languageNamed(language);
  return { ...adapter, source: grammarOf(implPath) ?? adapter.grammar };
}
