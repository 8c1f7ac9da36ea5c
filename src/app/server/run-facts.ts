import { OpenPermits } from '#attempts/permits/open-permits.ts';
import type { ActivationId } from '#contracts/ids.ts';
import type { Payload } from '#contracts/payload.ts';
import type { RunEvent, RunEventData } from '#contracts/run-events.ts';
import { RunViewFold } from '#contracts/run-view.ts';
import { addUsage, type Budget, NO_SUM, type Usage, type UsageSum } from '#contracts/usage.ts';

/** A run's view, and what the window shows in addition; grows with the log. */
export class RunFacts {
  readonly fold = new RunViewFold();
  /** What its agents ask while they work. */
  readonly permits = new OpenPermits();
  readonly #askedAt = new Map<ActivationId, number>();
  readonly #spending: { readonly at: number; readonly usage: Usage }[] = [];
  #budget: Budget = {};
  #input: Payload = { inline: null };
  #pause: (RunEventData<'run.paused'> & { readonly at: number }) | null = null;

  get budget(): Budget {
    return this.#budget;
  }

  get input(): Payload {
    return this.#input;
  }

  get pause(): (RunEventData<'run.paused'> & { readonly at: number }) | null {
    return this.#pause;
  }

  askedAt(act: ActivationId): number | null {
    return this.#askedAt.get(act) ?? null;
  }

  /** What this run spent since then. What a fork took over was spent by its source run. */
  spentSince(since: number): UsageSum {
    return this.#spending.filter(({ at }) => at >= since).reduce((sum, { usage }) => addUsage(sum, usage), NO_SUM);
  }

  add(event: RunEvent): void {
    this.fold.add(event);
    this.permits.add(event);
    switch (event.type) {
      case 'run.created':
        this.#budget = event.data.budget;
        this.#input = event.data.input;
        return;
      case 'run.forked':
        this.#spending.length = 0;
        return;
      case 'budget.raised':
        this.#budget = { ...this.#budget, ...event.data.budget };
        return;
      case 'run.paused':
        this.#pause = { ...event.data, at: event.at };
        return;
      case 'run.resumed':
      case 'run.ended':
        this.#pause = null;
        return;
      case 'node.asked':
      case 'node.failed':
      case 'graph.failed':
        this.#askedAt.set(event.data.act, event.at);
    }
    // The end of the attempt repeats what `node.used` reports.
    if (event.type === 'node.used' || !('usage' in event.data) || event.data.usage === undefined) return;
    const { usage } = event.data;
    if (usage.tokens > 0 || usage.usd !== 0) this.#spending.push({ at: event.at, usage });
  }
}
