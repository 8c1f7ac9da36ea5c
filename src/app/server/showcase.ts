import { AssayError, asSentence, toErrorInfo } from '#contracts/errors.ts';
import type { ExampleBegun, ExampleOffer } from '#contracts/http/example-routes.ts';
import type { RunId } from '#contracts/ids.ts';
import { isDriven, type Runs } from '#engine/runs.ts';
import { GATED_PR } from '#workflows/gated-pr/graph.ts';
import type { Drives } from './drives.ts';

interface ShowcaseDeps {
  readonly runs: Runs;
  readonly drives: Pick<Drives, 'start' | 'resume'>;
  /** Whether it begins by itself when the page is opened. */
  readonly auto: boolean;
  /** At once, instead of at a pace one can follow. */
  readonly fast: boolean;
}

/** The example of a server: begun once, when the page is opened, so that the person sees all of it. */
export class Showcase {
  readonly #deps: ShowcaseDeps;
  #begun: Promise<ExampleBegun> | null = null;
  #run: RunId | null = null;
  readonly #listeners = new Set<(begun: ExampleBegun) => void>();

  constructor(deps: ShowcaseDeps) {
    this.#deps = deps;
  }

  /** Calls back whenever one begins. */
  onBegin(listener: (begun: ExampleBegun) => void): void {
    this.#listeners.add(listener);
  }

  async offer(): Promise<ExampleOffer> {
    const { auto } = this.#deps;
    return { auto, run: this.#run, left: this.#run === null ? await this.#leftOff() : null };
  }

  begin({ again = false } = {}): Promise<ExampleBegun> {
    if (again) this.#begun = null;
    this.#begun ??= this.#start(again).catch((thrown: unknown) => {
      this.#begun = null;
      throw thrown;
    });
    return this.#begun;
  }

  async #start(again: boolean): Promise<ExampleBegun> {
    const begun = (again ? null : await this.#goOn()) ?? (await this.#new());
    this.#run = begun.run;
    for (const listener of this.#listeners) listener(begun);
    return begun;
  }

  async #goOn(): Promise<ExampleBegun | null> {
    const run = await this.#leftOff();
    if (run === null) return null;
    try {
      await this.#deps.drives.resume(run, { fast: this.#deps.fast });
      return { run, workflow: GATED_PR, instead: null };
    } catch {
      // Its graph has changed since, or its folder is gone. It stays in the list unchanged.
      return null;
    }
  }

  async #new(): Promise<ExampleBegun> {
    const { drives, fast } = this.#deps;
    try {
      const run = await drives.start({ workflow: GATED_PR, ask: false, fast });
      return { run, workflow: GATED_PR, instead: null };
    } catch (thrown) {
      // Without a sandbox that example is not offered: what it shows depends on it.
      if (!(thrown instanceof AssayError) || thrown.code !== 'NOT_ISOLATED') throw thrown;
      const { message, next = '' } = toErrorInfo(thrown);
      const run = await drives.start({ workflow: SMALLER, ask: false, fast });
      return { run, workflow: SMALLER, instead: `${asSentence(message)} ${next}`.trim() };
    }
  }

  /** The newest example without a driver that is not over. None of it costs money. */
  async #leftOff(): Promise<RunId | null> {
    const { runs } = this.#deps;
    const open = await runs.store.list({ status: ['running'] });
    const left = open.filter((each) => each.simulated && each.graph.name === GATED_PR && !isDriven(each, runs));
    return left.toSorted((a, b) => b.createdAt - a.createdAt)[0]?.run ?? null;
  }
}

/** An example that needs only Node. */
const SMALLER = 'first-run';
