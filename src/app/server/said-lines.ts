import type { ActivationId } from '#contracts/ids.ts';

export interface SaidLine {
  /** Counts the lines of a run. */
  readonly no: number;
  readonly at: number;
  readonly act: ActivationId;
  readonly line: string;
}

const MOST = 200;
const LONGEST = 2_000;

/** The last output lines of a run's nodes. They are for watchers; the log does not have them. */
export class SaidLines {
  #lines: SaidLine[] = [];
  #count = 0;

  get last(): number {
    return this.#count;
  }

  add(act: ActivationId, line: string, at: number): void {
    this.#count += 1;
    this.#lines.push({ no: this.#count, at, act, line: line.slice(0, LONGEST) });
    if (this.#lines.length > 2 * MOST) this.#lines = this.#lines.slice(-MOST);
  }

  after(no: number): SaidLine[] {
    return this.#lines.filter((said) => said.no > no).slice(-MOST);
  }

  of(act: ActivationId): SaidLine[] {
    return this.#lines.filter((said) => said.act === act);
  }
}
