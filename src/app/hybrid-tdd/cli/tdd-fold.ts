import { OpenPermits } from '#attempts/permits/open-permits.ts';
import type { ActivationId } from '#contracts/ids.ts';
import type { Payload } from '#contracts/payload.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import { RunViewFold } from '#contracts/run-view.ts';
import { type TddVerdict, tddVerdict } from '#contracts/stories/tdd-verdict.ts';

interface Ended {
  readonly to: readonly string[];
  readonly handed: unknown[];
}

/** A growing run of hybrid TDD: its view, and how each of its nodes ended. */
export class TddFold {
  readonly run = new RunViewFold();
  readonly permits = new OpenPermits();
  readonly #nodes = new Map<ActivationId, string>();
  readonly #ended = new Map<ActivationId, Ended>();
  /** A payload may be in the log before the end of the node that sent it. */
  readonly #handed = new Map<ActivationId, unknown[]>();

  add(event: RunEvent): void {
    if (event.seq <= this.run.seq) return;
    this.run.add(event);
    this.permits.add(event);
    if (event.type === 'node.scheduled') {
      this.#nodes.set(event.data.act, event.data.node);
      if (event.data.by !== null && event.data.kind !== 'observer') this.#hand(event.data.by, event.data.input);
    }
    if (event.type === 'join.arrived') this.#hand(event.data.from, event.data.payload);
    if (event.type === 'node.completed') {
      const { act, to, result } = event.data;
      if (result) this.#hand(act, result);
      this.#ended.set(act, { to, handed: this.#of(act) });
    }
  }

  verdict(act: ActivationId): TddVerdict | null {
    const ended = this.#ended.get(act);
    return ended ? tddVerdict({ node: this.#nodes.get(act) ?? '', ...ended }) : null;
  }

  /** Large ones are blobs; the text does without them. */
  #hand(act: ActivationId, payload: Payload): void {
    if ('inline' in payload) this.#of(act).push(payload.inline);
  }

  #of(act: ActivationId): unknown[] {
    const known = this.#handed.get(act) ?? [];
    this.#handed.set(act, known);
    return known;
  }
}
