import { AssayError, toErrorInfo } from '#contracts/errors.ts';
import type { ActivationId, RunId } from '#contracts/ids.ts';
import type { Budget } from '#contracts/usage.ts';
import { resumeRun, startRun } from '#engine/drive/runs.ts';
import type { DriveListener, RunHandle } from '#engine/drive/types.ts';
import type { Runs } from '#engine/runs.ts';
import type { Log } from '#host/log.ts';
import { GATED_PR } from '#workflows/gated-pr/graph.ts';
import { EXAMPLES, loadExample } from '../examples.ts';
import { gatedPrExample } from '../gated-pr/example-run.ts';
import { exampleRuntime, runtimeFor } from '../runtime.ts';
import type { RunRuntime } from '../runtime-types.ts';
import { exampleFolder } from './example-folder.ts';
import { type SaidLine, SaidLines } from './said-lines.ts';

interface Drive {
  readonly handle: RunHandle;
  /** The driver has stopped, and clean-up is in progress. */
  hasLeft: boolean;
  readonly said: SaidLines;
  /** After the driver has stopped and its runtime is closed. */
  readonly over: Promise<void>;
}

export interface StartWanted {
  readonly workflow: string;
  readonly ask: boolean;
  readonly fast: boolean;
  readonly budget?: Budget | undefined;
}

export interface ResumeWanted {
  readonly fast?: boolean;
  readonly adopt?: { readonly by: string };
}

interface DrivesDeps {
  readonly runs: Runs;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** New output of a node. */
  heard(): void;
}

/** The runs that this process drives. */
export class Drives {
  readonly #deps: DrivesDeps;
  readonly #drives = new Map<RunId, Drive>();
  #closing = false;

  constructor(deps: DrivesDeps) {
    this.#deps = deps;
  }

  has(run: RunId): boolean {
    return this.#drives.has(run);
  }

  /** Null also where its driver has just stopped. */
  handle(run: RunId): RunHandle | null {
    const drive = this.#drives.get(run);
    return drive && !drive.hasLeft ? drive.handle : null;
  }

  /** Starts one of the examples. */
  async start({ workflow, ask, fast, budget }: StartWanted): Promise<RunId> {
    const { runs } = this.#deps;
    if (workflow === GATED_PR) return this.#startGatedPr(fast, budget);
    const name = EXAMPLES.find((known) => known === workflow);
    if (!name) {
      const next = `There are: ${[GATED_PR, ...EXAMPLES].join(', ')}.`;
      throw new AssayError('GRAPH_UNKNOWN', `there is no workflow "${workflow}" to start`, { next });
    }
    const example = await loadExample(name);
    const input = example.input(await exampleFolder(runs, name), ask);
    const runtime = await exampleRuntime(runs, example, input, { timeScale: fast ? 0 : 1 });
    const { title, graph } = example;
    return this.drive(runtime, (listener) =>
      startRun(runtime.deps, graph, { input, title, simulated: true, listener, ...(budget ? { budget } : {}) }),
    );
  }

  async #startGatedPr(fast: boolean, budget: Budget | undefined): Promise<RunId> {
    const { runs, env } = this.#deps;
    const { runtime, begin, title } = await gatedPrExample(runs, env, { timeScale: fast ? 0 : 1 });
    const { session } = runtime.project;
    return this.drive(runtime, (listener) =>
      startRun(runtime.deps, runtime.graph, {
        input: begin,
        title,
        session,
        simulated: true,
        listener,
        ...(budget ? { budget } : {}),
      }),
    );
  }

  /** Continues a run; does nothing where this process drives it already. */
  async resume(run: RunId, { fast = false, adopt }: ResumeWanted = {}): Promise<void> {
    const known = this.#drives.get(run);
    if (known && !known.hasLeft) return known.handle.checkMail();
    await known?.over;
    const runtime = await runtimeFor(this.#deps.runs, run, fast ? { timeScale: 0 } : {});
    await this.drive(runtime, (listener) =>
      resumeRun(runtime.deps, runtime.graphs, run, { listener, ...(adopt ? { adopt } : {}) }),
    );
  }

  lastSaid(run: RunId): number {
    return this.#drives.get(run)?.said.last ?? 0;
  }

  saidAfter(run: RunId, no: number): SaidLine[] {
    return this.#drives.get(run)?.said.after(no) ?? [];
  }

  saidBy(run: RunId, act: ActivationId): SaidLine[] {
    return this.#drives.get(run)?.said.of(act) ?? [];
  }

  /** Releases every run: work in progress is recorded as interrupted, leases are released. */
  async close(): Promise<void> {
    this.#closing = true;
    await Promise.all(
      [...this.#drives.values()].map(async ({ handle, over }) => {
        await handle.stop();
        await over;
      }),
    );
  }

  /** Drives what `begin` starts or continues, and closes the runtime after it. */
  async drive(runtime: RunRuntime, begin: (listener: DriveListener) => Promise<RunHandle>): Promise<RunId> {
    const { runs, log, heard } = this.#deps;
    const said = new SaidLines();
    const onSay = (act: ActivationId, line: string): void => {
      said.add(act, line, runs.clock.now());
      heard();
    };
    const handle = await begin({ onSay }).catch(async (thrown: unknown) => {
      await runtime.close();
      throw thrown;
    });
    const { run } = handle;
    const settled = handle.done.finally(() => {
      drive.hasLeft = true;
    });
    const over = settled
      .catch((thrown: unknown) => log.error('A run could not be driven on.', { run, error: toErrorInfo(thrown) }))
      .then(() => runtime.close())
      .catch((thrown: unknown) => log.error('The runtime of a run did not close.', { run, error: toErrorInfo(thrown) }))
      .finally(() => {
        if (this.#drives.get(run)?.handle === handle) this.#drives.delete(run);
        heard();
      });
    const drive: Drive = { handle, said, over, hasLeft: false };
    this.#drives.set(run, drive);
    if (this.#closing) await handle.stop();
    return run;
  }
}
