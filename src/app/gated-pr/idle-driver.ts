import { AssayError } from '#contracts/errors.ts';
import type { RunId } from '#contracts/ids.ts';
import { resumeRun } from '#engine/drive/runs.ts';
import type { RunHandle } from '#engine/drive/types.ts';
import { isDriven } from '#engine/runs.ts';
import type { ClientCallsOptions } from './client-calls-options.ts';

/** Drives the run where no process does; the process that drives it takes the mail. */
export class IdleDriver {
  readonly #options: ClientCallsOptions;
  readonly #held = new Set<RunHandle>();

  constructor(options: ClientCallsOptions) {
    this.#options = options;
  }

  async drive(run: RunId): Promise<RunHandle | null> {
    const { runs, graphs, deps, say, elsewhere } = this.#options;
    if (elsewhere) return null;
    const header = await runs.store.header(run);
    if (!header || isDriven(header, runs)) return null;
    try {
      const listener = say ? { onSay: (_act: unknown, line: string) => say(line) } : {};
      const handle = await resumeRun(deps, graphs, run, { listener });
      this.#held.add(handle);
      const drop = () => void this.#held.delete(handle);
      // A waiting caller sees a failure; otherwise the next look at the run shows it.
      handle.done.then(drop, drop);
      return handle;
    } catch (thrown) {
      if (thrown instanceof AssayError && thrown.code === 'RUN_HELD') return null;
      throw thrown;
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#held].map((handle) => handle.stop()));
  }
}
