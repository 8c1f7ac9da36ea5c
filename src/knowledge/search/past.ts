import { STOP_WORDS } from '../text/stop-words.ts';
import { termsOf } from '../text/words.ts';
import { plainQuery } from './query.ts';

/** A known commit: its message, and which files it changed. Newest first. */
export interface PastCommit {
  readonly subject: string;
  readonly files: readonly string[];
}

/** A commit over more files than this says nothing about a single one. */
const WIDEST = 30;

/** Facts about files from past commits: the words used about them, and the files that change together. */
export class Past {
  readonly size: number;
  /** Files of each commit, by number. */
  readonly files: readonly Int32Array[];
  /** Commits of each file. */
  readonly commitsOf: readonly (readonly number[])[];
  readonly #commits: ReadonlyMap<string, readonly number[]>;
  readonly lengths: Float32Array;

  constructor(commits: readonly PastCommit[], numbers: ReadonlyMap<string, number>) {
    const kept: Int32Array[] = [];
    const byTerm = new Map<string, number[]>();
    const commitsOf: number[][] = Array.from({ length: numbers.size }, () => []);
    const lengths: number[] = [];
    for (const { subject, files } of commits) {
      if (files.length > WIDEST) continue;
      const known = [...new Set(files.flatMap((path) => numbers.get(path) ?? []))];
      if (known.length === 0) continue;
      const at = kept.length;
      kept.push(Int32Array.from(known));
      for (const file of known) commitsOf[file]?.push(at);
      const terms = new Set(termsOf(plainQuery(subject)).filter((term) => !STOP_WORDS.has(term)));
      lengths.push(Math.max(1, terms.size));
      for (const term of terms) {
        const list = byTerm.get(term);
        if (list) list.push(at);
        else byTerm.set(term, [at]);
      }
    }
    this.size = kept.length;
    this.files = kept;
    this.commitsOf = commitsOf;
    this.#commits = byTerm;
    this.lengths = Float32Array.from(lengths);
  }

  /** Commits whose subject has the term. */
  commits(term: string): readonly number[] {
    return this.#commits.get(term) ?? [];
  }
}
