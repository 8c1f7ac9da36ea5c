import type { Finding } from '#contracts/gate.ts';
import { brief, UNMEASURED } from './part.ts';

/** A call that the tests made, in their order, and its answer there. */
export interface AskedInTurn<Question> {
  readonly question: Question;
  readonly function: { readonly path: string; readonly line: number; readonly name: string };
  /** How it is shown to a person. */
  readonly said: string;
  readonly outcome: string;
  /** Outside of the tests it got the same answer, in the same order. */
  readonly alike: boolean;
}

/** Per function: its last, its first, and one between. Each costs a process, in which each function is called once. */
const ROUNDS = 3;
const MOST = 3;

/**
 * Functions that answer as their tests want only after an earlier call: right after a call that it refuses, wrong when
 * called first. Each is called alone in a process of its own. One is reported if it answers differently there, the same
 * each time, but as in its tests once its own earlier calls are repeated. Not reported: state set by other functions (a
 * `get` after a `set`), counters and random values.
 */
export async function askedFirst<Question>(
  asked: readonly AskedInTurn<Question>[],
  ask: (questions: readonly Question[]) => Promise<readonly (string | null)[]>,
): Promise<Finding[]> {
  const groups = [...Map.groupBy(asked, (each) => each.function).values()].flatMap((own) => {
    const plain = own.filter(({ alike, outcome }) => alike && !/^(throws|rejects|panics) /.test(outcome));
    return own.length > 1 && plain.length > 0 ? [plain] : [];
  });
  const suspects: AskedInTurn<Question>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const chosen = groups.flatMap((own) => picked(own, round) ?? []);
    if (chosen.length === 0) continue;
    const outcomes = await ask(chosen.map(({ question }) => question));
    suspects.push(...chosen.filter(({ outcome }, n) => (outcomes[n] ?? null) !== null && outcomes[n] !== outcome));
  }
  const findings: Finding[] = [];
  for (const [of, [one]] of Map.groupBy(suspects.slice(0, MOST), (each) => each.function)) {
    if (!one) continue;
    const alone = await ask([one.question, one.question, one.question]);
    const [first] = alone;
    if (!first || first === one.outcome || alone.some((each) => each !== first)) continue;
    const before = asked.filter((each) => each.function === of);
    const inTurn = await ask(before.map(({ question }) => question));
    if (inTurn[before.indexOf(one)] !== one.outcome) continue;
    const message = `${of.name} returns something else when it is called first: ${one.said} returns ${brief(one.outcome)} after the other calls of its tests, but ${brief(first)} on its own, each time. Test it on its own; if this is intended, a person can waive it`;
    findings.push({ file: of.path, line: of.line, severity: 'critical', code: UNMEASURED, message });
  }
  return findings;
}

function picked<Question>(own: readonly AskedInTurn<Question>[], round: number): AskedInTurn<Question> | undefined {
  if (round === 0) return own.at(-1);
  return own.length > round ? own[round === 1 ? 0 : own.length >> 1] : undefined;
}
