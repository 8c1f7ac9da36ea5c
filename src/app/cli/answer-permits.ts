import { createInterface } from 'node:readline';
import { decisionMail } from '#attempts/permits/decision-mail.ts';
import { type OpenPermit, OpenPermits } from '#attempts/permits/open-permits.ts';
import type { RunId } from '#contracts/ids.ts';
import type { AskPerson } from '#contracts/permission.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import { RunViewFold } from '#contracts/run-view.ts';
import type { Runs } from '#engine/runs.ts';
import { type AskLine, askAtTerminal } from '../chat/terminal/ask-permission.ts';
import { me } from './me.ts';
import type { Screen } from './screen.ts';

export interface PermitAnswersOptions {
  readonly screen: Screen;
  readonly runs: Pick<Runs, 'store' | 'blobs' | 'clock'>;
  readonly run: RunId;
  /** The picture of the run makes room for a question, and comes back after it. */
  readonly hold: (isHeld: boolean) => void;
}

/**
 * What agents ask while they work is answered in the terminal that drives them, one question after the other. What
 * somebody else answers first, or nobody waits for any more, is taken off the screen.
 */
export class PermitAnswers {
  readonly #permits = new OpenPermits();
  readonly #fold = new RunViewFold();
  readonly #options: PermitAnswersOptions;
  readonly #ask: AskPerson;
  readonly #over = new AbortController();
  #now: { readonly asked: OpenPermit; readonly withdrawn: AbortController } | null = null;

  constructor(options: PermitAnswersOptions) {
    this.#options = options;
    this.#ask = askAtTerminal(options.screen, askLine, { session: 'run', project: "project's runs" });
  }

  add(events: Iterable<RunEvent>): void {
    for (const event of events) {
      if (event.seq <= this.#fold.seq) continue;
      this.#fold.add(event);
      this.#permits.add(event);
    }
    if (this.#permits.asked > 0) void this.#look();
  }

  end(): void {
    this.#over.abort();
    if (!this.#now) return;
    this.#now.withdrawn.abort();
    this.#options.hold(false);
  }

  async #look(): Promise<void> {
    const { runs, hold } = this.#options;
    const open = await this.#permits.open(this.#fold.view().nodes, runs.clock.now(), runs.blobs);
    if (this.#over.signal.aborted) return;
    if (this.#now) {
      const { asked, withdrawn } = this.#now;
      if (!open.some(({ id }) => id === asked.id)) withdrawn.abort();
      return;
    }
    const [asked] = open;
    if (!asked) return;
    const withdrawn = new AbortController();
    this.#now = { asked, withdrawn };
    hold(true);
    try {
      await this.#settle(asked, withdrawn.signal);
    } finally {
      this.#now = null;
      if (!this.#over.signal.aborted) hold(false);
    }
    void this.#look();
  }

  async #settle(asked: OpenPermit, withdrawn: AbortSignal): Promise<void> {
    const { screen, runs, run } = this.#options;
    const left = AbortSignal.timeout(Math.max(1, asked.until - runs.clock.now()));
    const { answer, scope, why } = await this.#ask(asked.question, AbortSignal.any([withdrawn, left]));
    if (withdrawn.aborted || left.aborted) {
      if (!this.#over.signal.aborted) screen.err(screen.paintErr('dim', 'nobody waits for that answer any more'));
      return;
    }
    const mail = decisionMail(asked, { decision: answer, scope, ...(why === undefined ? {} : { note: why }) });
    await runs.store.post(run, mail, me(), runs.clock.now());
    // Until the run has it in its log the question is open; it is not asked twice.
    this.#permits.settle(asked.id);
  }
}

/** Keys that were pressed before the question could be read answer nothing. */
const DEAF_MS = 400;

const askLine: AskLine = (prompt, signal) =>
  new Promise((resolve) => {
    const reader = createInterface({ input: process.stdin, output: process.stderr, prompt });
    const since = performance.now();
    const leave = (line: string | null): void => {
      signal.removeEventListener('abort', gone);
      reader.close();
      resolve(line);
    };
    const gone = (): void => {
      process.stderr.write('\n');
      leave(null);
    };
    signal.addEventListener('abort', gone, { once: true });
    reader.on('line', (line) => {
      if (performance.now() - since >= DEAF_MS) return leave(line);
      reader.prompt();
    });
    // The run is stopped, as it is where nothing is asked.
    reader.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    reader.prompt();
  });
