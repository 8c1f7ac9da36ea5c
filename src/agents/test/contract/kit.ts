import { it } from 'vitest';
import type { Clock } from '#contracts/clock.ts';
import type { Scenario } from '#sim/types.ts';
import { type AttemptRig, benchFor } from '../attempting.ts';
import type { Ability, BackendSubject } from '../subject.ts';

/** Shared by the parts of the suite. */
export interface ContractKit {
  readonly subject: BackendSubject;
  /** The clock is the simulator's. */
  open(script: Scenario, clock?: Clock): Promise<AttemptRig>;
  /** Skipped, with the reason, where the backend cannot do what it needs. */
  test(needs: readonly Ability[], title: string, body: () => Promise<void>): void;
}

export const contractKit = (subject: BackendSubject): ContractKit => ({
  subject,
  open: (script, clock) => benchFor(subject, script, clock),
  test(needs, title, body) {
    const reasons = needs.flatMap((each) => subject.cannot[each] ?? []);
    if (reasons.length === 0) it(title, body);
    else it(title, ({ skip }) => skip(`cannot: ${reasons.join('; ')}`));
  },
});
