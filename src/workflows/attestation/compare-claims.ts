import type { ProvenChange } from '#contracts/attestation.ts';
import type { Refusal } from '#contracts/gate.ts';
import type { ProvedChange } from '../prove/prove-change.ts';
import { attestedOutcomes, type KeptOutcomes } from './test-outcomes.ts';

/** The result of one claim. `on trust`: it cannot be checked here; it is as good as its signature. */
export interface ClaimResult {
  readonly claim: string;
  readonly result: 'matches' | 'differs' | 'not recomputed' | 'on trust';
  readonly seen: string;
}

export interface Compared {
  readonly claims: readonly ClaimResult[];
  readonly problems: readonly Refusal[];
}

const NEXT = 'Do not trust the attestation: look at the change itself, with `assay prove`.';

/** An attestation's claims, compared with a new measurement. Pure. */
export function compareClaims(
  predicate: ProvenChange,
  proved: ProvedChange,
  outcomes: KeptOutcomes | null,
  full: boolean,
): Compared {
  const parts = [
    provingTests(predicate, proved),
    wholeRun(predicate, outcomes),
    checksOf(predicate, proved, ['tamper', 'red', 'green'], 'red on base, green on head, nothing weakened'),
    full
      ? checksOf(predicate, proved, ['leftovers', 'mutants', 'challenge'], 'mutants and challenge')
      : unasked('mutants and challenge', 'with --full they are'),
  ];
  return {
    claims: [...parts.map(({ claim }) => claim), ...onTrust(predicate)],
    problems: parts.flatMap(({ problem }) => problem ?? []),
  };
}

interface Part {
  readonly claim: ClaimResult;
  readonly problem?: Refusal;
}

const differs = (claim: string, code: string, message: string): Part => ({
  claim: { claim, result: 'differs', seen: message },
  problem: { code, message, next: NEXT },
});

const unasked = (claim: string, seen: string): Part => ({ claim: { claim, result: 'not recomputed', seen } });

function provingTests({ tests }: ProvenChange, proved: ProvedChange): Part {
  const claim = `${tests.proving.length} tests were red before it and pass with it`;
  const now = proved.tests.proving;
  const isProven = (id: string): boolean => now.some((each) => each === id || id.startsWith(`${each} > `));
  const missing = tests.proving.filter(({ id }) => !isProven(id)).map(({ id }) => id);
  if (missing.length > 0)
    return differs(claim, 'PROVING_TESTS_DIFFER', `not red and then green when run again: ${some(missing)}`);
  return { claim: { claim, result: 'matches', seen: `${now.length} red and then green, run again` } };
}

function wholeRun({ tests: { run } }: ProvenChange, outcomes: KeptOutcomes | null): Part {
  if (run === null) return unasked('outcomes of all tests', 'the attestation has none');
  const claim = `${run.passed} tests pass, ${run.skipped} are skipped, ${run.failed} fail`;
  if (outcomes === null) return unasked(claim, 'not all tests passed when run again');
  const now = attestedOutcomes(outcomes);
  if (now.sha256 === run.sha256) return { claim: { claim, result: 'matches', seen: 'the same, test by test' } };
  const state = new Map(outcomes.map(({ id, state }) => [id, state]));
  const worse = (run.outcomes ?? []).filter((then) => then.state === 'passed' && state.get(then.id) !== 'passed');
  if (worse.length > 0)
    return differs(claim, 'TESTS_DIFFER', `do not pass when run again: ${some(worse.map(({ id }) => id))}`);
  if (run.outcomes === undefined && now.passed < run.passed)
    return differs(claim, 'TESTS_DIFFER', `${now.passed} pass when run again`);
  return { claim: { claim, result: 'matches', seen: `all that passed pass; ${now.passed} pass now` } };
}

function checksOf({ waivers }: ProvenChange, { checks }: ProvedChange, names: readonly string[], claim: string): Part {
  const isWaived = ({ file, message }: Refusal): boolean =>
    waivers.some(({ what }) => what === `${file ?? ''}: ${message}`);
  const open = checks
    .filter(({ check, required }) => required && names.includes(check))
    .flatMap((check) => (check.outcome === 'refused' || check.outcome === 'unmeasured' ? check.reasons : []))
    .filter((reason) => !isWaived(reason));
  const [first] = open;
  if (first) return differs(claim, 'PROOF_DIFFERS', `not so when measured again: ${first.code} ${first.message}`);
  return { claim: { claim, result: 'matches', seen: 'measured again' } };
}

/** Statements of people and agents: they cannot be measured again. */
function onTrust({ item, reviewer, waivers, doubts, mode, run, evidence }: ProvenChange): ClaimResult[] {
  const told: readonly (readonly [string, string])[] = [
    ['the task', item.title],
    ['mode and run', `${mode}, ${run}`],
    ['reviewer', reviewer ?? 'not named'],
    ['waivers', `${waivers.length}`],
    ['doubts that the reviewer had', `${doubts.length}`],
    ['evidence by hash', `${evidence.length}`],
  ];
  return told.map(([claim, seen]) => ({ claim, result: 'on trust', seen }));
}

const some = (names: readonly string[]): string =>
  names.length <= 5 ? names.join('; ') : `${names.slice(0, 5).join('; ')} and ${names.length - 5} more`;
