import { grammarOf } from '#code/symbols/languages.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import type { WorkspaceStore } from '#contracts/workspace.ts';
import type { Bench } from '#gates/bench.ts';
import type { MutantBed } from '#gates/mutation/mutant-bed.ts';
import type { Places } from '../../places.ts';
import type { LanguageAdapter } from '../languages/language.ts';
import { languageNamed } from '../languages/languages.ts';
import type { Spec } from '../spec.ts';

/** What a real site is made of. */
export interface SiteParts {
  /** The person's repository. */
  readonly repository: string;
  readonly store: WorkspaceStore;
  readonly workspaces: Places;
  readonly bench: Bench;
  /** Copies of a tree in which the project's tests are run. */
  bed(tree: TreeHash, runner: string): MutantBed;
  /** The run's log, for what was done when and what it cost. */
  events(run: string): AsyncIterable<RunEvent>;
  /** What an activation's agent cost, where that is known. */
  costOf?(run: string, act: string): number;
}

/** The language of a spec, and the grammar of its files. */
export function languageOf({ language, implPath }: Spec): LanguageAdapter & { readonly source: string } {
  const adapter = languageNamed(language);
  return { ...adapter, source: grammarOf(implPath) ?? adapter.grammar };
}
