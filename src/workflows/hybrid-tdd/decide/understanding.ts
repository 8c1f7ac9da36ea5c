import type { FixClaim } from '../claims.ts';
import type { FailurePattern, StructuredFailure, Understanding } from '../state.ts';

export const NOTHING_LEARNED: Understanding = { patterns: [], fixes: [], learnings: [], failures: [], attempts: 0 };

/** How often one failure may come back before more of the same is pointless. */
export const REPEATS = 3;

/**
 * What a validation adds: each recurring pattern counts once more. Once all was green, every fix so far has worked: a
 * later failure, of tests that were strengthened, begins a count of its own.
 */
export function learnFailures(known: Understanding, failures: readonly StructuredFailure[]): Understanding {
  const anew = failures.length > 0 && known.failures.at(-1) === 0;
  const seen = new Map(
    known.patterns.map((pattern) => [pattern.signature, anew ? { ...pattern, occurrences: 0 } : pattern]),
  );
  for (const fresh of patternsOf(failures)) {
    const old = seen.get(fresh.signature);
    seen.set(fresh.signature, old ? { ...old, occurrences: old.occurrences + 1 } : fresh);
  }
  return { ...known, patterns: [...seen.values()], failures: [...known.failures, failures.length] };
}

export function learnFix(known: Understanding, { changes, learning }: FixClaim): Understanding {
  return {
    ...known,
    fixes: [...known.fixes, ...changes],
    learnings: [...known.learnings, learning],
    attempts: known.attempts + 1,
  };
}

export type FixDecision =
  | { readonly go: true }
  | { readonly go: false; readonly code: 'FIX_STUCK' | 'FIX_NOT_CONVERGING' | 'FIX_ATTEMPTS'; readonly why: string };

/** Whether another fix may help. The hard cap comes last; a loop that learns nothing ends before it. */
export function judgeFix(
  known: Understanding,
  failures: readonly StructuredFailure[],
  maxAttempts: number,
): FixDecision {
  const now = new Set(patternsOf(failures).map(({ signature }) => signature));
  const stuck = known.patterns.filter(({ signature, occurrences }) => now.has(signature) && occurrences >= REPEATS);
  if (stuck.length > 0) {
    const what = stuck.map(({ signature }) => signature).join('; ');
    return stop('FIX_STUCK', `the same failure came back ${REPEATS} times: ${what}`);
  }
  if (!isConverging(known.failures))
    return stop('FIX_NOT_CONVERGING', `the failures no longer grow fewer: ${known.failures.join(', ')}`);
  if (known.attempts >= maxAttempts) return stop('FIX_ATTEMPTS', `${known.attempts} fixes were tried`);
  return { go: true };
}

const stop = (code: Extract<FixDecision, { go: false }>['code'], why: string): FixDecision => ({
  go: false,
  code,
  why,
});

/** Two consecutive fixes that did not lower the count below its minimum since the last green are two too many. */
export function isConverging(all: readonly number[]): boolean {
  const counts = all.slice(all.lastIndexOf(0) + 1);
  if (counts.length < 3) return true;
  return Math.min(...counts.slice(-2)) < Math.min(...counts.slice(0, -2));
}

/** Failures that are equal except for the numbers in them. */
function patternsOf(failures: readonly StructuredFailure[]): FailurePattern[] {
  const patterns = new Map<string, FailurePattern>();
  for (const { test, kind, functions } of failures) {
    const signature = `${test} (${kind})`;
    patterns.set(signature, { signature, functions, kind, occurrences: 1 });
  }
  return [...patterns.values()];
}
