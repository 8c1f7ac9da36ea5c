import { makeMutants } from '#code/mutants/make-mutants.ts';
import type { Mutant } from '#code/mutants/mutant.ts';
import { selectMutants } from '#code/mutants/select.ts';
import type { MutantCopy } from './mutant-copies.ts';
import type { MutationFile } from './mutation-result.ts';

/** A file to be mutated, with its text in the copies. */
export interface MutationSource extends MutationFile {
  readonly text: string;
}

export type PlannedMutant = Mutant & { readonly source: MutationSource };

export interface PlanOptions {
  readonly limit?: number;
  readonly seed?: number;
}

export async function readSources(slot: MutantCopy, files: readonly MutationFile[]): Promise<MutationSource[]> {
  return Promise.all(files.map(async (file) => ({ ...file, text: await slot.read(file.path) })));
}

/** The mutants of all files that are tried; a limit is shared among the files. */
export async function planMutants(sources: readonly MutationSource[], options: PlanOptions): Promise<PlannedMutant[]> {
  const { limit = Number.POSITIVE_INFINITY, seed } = options;
  const planned: PlannedMutant[] = [];
  for (const source of sources) {
    const { language, lines } = source;
    // One file can use up the whole limit, so no more than that is made of it.
    const wanted = {
      language,
      ...(lines && { lines }),
      ...(Number.isFinite(limit) && { limit }),
      ...(seed !== undefined && { seed }),
    };
    for (const mutant of await makeMutants(source.text, wanted)) planned.push({ ...mutant, source });
  }
  return selectMutants(planned, limit, seed);
}
