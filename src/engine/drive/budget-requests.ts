import type { ActivationId } from '#contracts/ids.ts';
import type { Reserve } from '#contracts/usage.ts';
import type { RunState } from '../step/state.ts';
import type { StepInput } from '../step/step.ts';

interface Log {
  readonly state: RunState;
  record(input: StepInput): Promise<void>;
}

/**
 * Requests of running attempts for more budget. One that finds nothing left waits while another running attempt may
 * still return some: the budget is not used up before its reserves are.
 */
export class BudgetRequests {
  readonly #journal: () => Log;
  readonly #waiting = new Map<ActivationId, () => void>();

  constructor(journal: () => Log) {
    this.#journal = journal;
  }

  async more(act: ActivationId): Promise<Reserve | null> {
    for (;;) {
      const before = this.#reservedOf(act);
      if (before === null) return null;
      await this.#journal().record({ type: 'reserve', act });
      const after = this.#reservedOf(act);
      if (after === null || after !== before) return after;
      if (!this.#othersMayGive(act)) return null;
      await new Promise<void>((resolve) => this.#waiting.set(act, resolve));
    }
  }

  /** All waiting attempts look again: there may be more, or no one left to wait for. */
  ended(): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }

  #reservedOf(act: ActivationId): Reserve | null {
    return this.#journal().state.acts.get(act)?.reserved ?? null;
  }

  #othersMayGive(act: ActivationId): boolean {
    const { acts } = this.#journal().state;
    return acts.some((each) => each.act !== act && each.reserved !== null && !this.#waiting.has(each.act));
  }
}
