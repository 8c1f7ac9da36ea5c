import { answeredBefore, decidePermit } from '#attempts/permits/decide-permit.ts';
import { type OpenPermit, OpenPermits } from '#attempts/permits/open-permits.ts';
import type { RunId } from '#contracts/ids.ts';
import type { AskPerson } from '#contracts/permission.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import { RunViewFold } from '#contracts/run-view.ts';
import type { Runs } from '#engine/runs.ts';
import { askAtTerminal } from '../chat/terminal/ask-permission.ts';
import { me } from './me.ts';
import { askUnlessWithdrawn } from './person.ts';
import type { Screen } from './screen.ts';

export interface PermitAnswersOptions {
  readonly screen: Screen;
  readonly runs: Runs;
  readonly run: RunId;
  /** The picture of the run makes room for a question, and comes back after it. */
  readonly hold: (isHeld: boolean) => void;
}

/**
 * A question appears while the person watches something else: keys pressed before it could be read do not answer it.
 */
const DEAF_MS = 400;

/**
 * Questions of working agents are answered in the terminal that drives them, one after the other. A question that was
 * answered elsewhere or is no longer open is removed from the screen.
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
    this.#ask = askAtTerminal(options.screen, (prompt, signal) => askUnlessWithdrawn(prompt, signal, DEAF_MS), {
      session: 'run',
      project: "project's runs",
    });
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
      if (!this.#over.signal.aborted) screen.err(screen.paintErr('dim', 'the agent no longer waits for that answer'));
      return;
    }
    // Until the run has it in its log the question is open; it is not asked twice.
    this.#permits.settle(asked.id);
    const decision = { decision: answer, scope, ...(why === undefined ? {} : { note: why }) };
    const { first, isFirst } = await decidePermit({ runs, by: me() }, run, asked, decision);
    if (first && !isFirst) screen.err(screen.paintErr('dim', answeredBefore(run, first).message));
  }
}
