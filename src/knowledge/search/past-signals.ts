import { scaleAll, topOf } from './float-arrays.ts';
import type { Past } from './past.ts';

export type WeightedTerms = readonly (readonly [term: string, weight: number])[];

/** What past commits say about the project's files. */
export function pastSignals(past: Past, asked: WeightedTerms, count: number) {
  const said = new Float32Array(count);
  const given = new Float32Array(count);
  const similar = new Float32Array(count);
  const recent = new Float32Array(count);
  const prior = new Float32Array(count);
  const scores = new Float32Array(past.size);
  const touched = new Float32Array(count);
  let mass = 0;
  for (const [term, weight] of asked) {
    const commits = past.commits(term);
    const idf = weight * Math.log(1 + (past.size - commits.length + 0.5) / (commits.length + 0.5));
    mass += idf;
    if (commits.length === 0) continue;
    const files: number[] = [];
    for (const commit of commits) {
      scores[commit] = (scores[commit] ?? 0) + idf;
      const changed = past.files[commit] ?? [];
      for (const file of changed) {
        if (touched[file] === 0) files.push(file);
        touched[file] = (touched[file] ?? 0) + 1 / Math.sqrt(changed.length);
      }
    }
    for (const file of files) {
      const times = touched[file] ?? 0;
      touched[file] = 0;
      const all = past.commitsOf[file]?.length ?? 1;
      said[file] = (said[file] ?? 0) + (idf * times) / (times + 0.6 + 0.06 * all);
      given[file] = (given[file] ?? 0) + (idf * times) / (commits.length + 1);
    }
  }
  for (let commit = 0; commit < past.size; commit += 1) {
    const score = scores[commit] ?? 0;
    if (score > 0) scores[commit] = score / (mass * Math.sqrt(4 + (past.lengths[commit] ?? 1)));
  }
  for (const commit of topOf(scores, 25)) {
    const score = scores[commit] ?? 0;
    if (score <= 0) break;
    const changed = past.files[commit] ?? [];
    const share = (score * score) / Math.sqrt(changed.length);
    const fresh = Math.exp(-commit / 400);
    for (const file of changed) {
      similar[file] = (similar[file] ?? 0) + share;
      recent[file] = (recent[file] ?? 0) + share * fresh;
    }
  }
  for (let file = 0; file < count; file += 1) {
    let weight = 0;
    for (const commit of past.commitsOf[file] ?? []) weight += Math.exp(-commit / 300) + 0.02;
    prior[file] = Math.log1p(weight);
  }
  scaleAll([said, given], 1 / (mass || 1));
  return { said, given, similar, recent, prior };
}

/** A word of many past commits, about anything, carries little information. */
export function telling(past: Past, term: string): number {
  if (past.size < 100) return 1;
  const share = past.commits(term).length / past.size;
  return 1 / (1 + 12 * share);
}

/** Files that changed in the same commits as the best files. */
export function togetherWith(past: Past, mix: Float32Array, seeds: readonly number[], count: number): Float32Array {
  const together = new Float32Array(count);
  for (const seed of seeds) {
    const commits = past.commitsOf[seed] ?? [];
    const share = (mix[seed] ?? 0) / (commits.length + 2);
    for (const commit of commits) {
      const changed = past.files[commit] ?? [];
      for (const file of changed)
        if (file !== seed) together[file] = (together[file] ?? 0) + share / Math.sqrt(changed.length);
    }
  }
  return together;
}
