import { it } from 'vitest';
import type { Scenario } from '#sim/types.ts';
import { type Bench, benchFor } from '../attempting.ts';
import type { Ability, BackendSubject } from '../subject.ts';

/** What the parts of the suite share. */
export interface ContractKit {
  readonly subject: BackendSubject;
  open(script: Scenario): Promise<Bench>;
  /** Left out, with the reason in its name, where the backend cannot do what it needs. */
  test(needs: readonly Ability[], title: string, body: () => Promise<void>): void;
}

export const contractKit = (subject: BackendSubject): ContractKit => ({
  subject,
  open: (script) => benchFor(subject, script),
  test(needs, title, body) {
    const reasons = needs.flatMap((each) => subject.cannot[each] ?? []);
    if (reasons.length === 0) it(title, body);
    else it.skip(`${title} — cannot: ${reasons.join('; ')}`, body);
  },
});
