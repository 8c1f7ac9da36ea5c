import { waitingText } from '#attempts/permits/permit-text.ts';
import { TranscriptTail, transcriptPath } from '#attempts/transcripts/transcripts.ts';
import type { ActivationId } from '#contracts/ids.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import type { Home } from '#host/home.ts';
import { type AgentNow, agentNow, JUST_BEGUN } from '../../cli/live/agent-now.ts';
import { asLines, type Follower, type FollowOptions } from '../../cli/live/follow-run.ts';
import { livePicture } from '../../cli/live/live-picture.ts';
import { nodeNames } from '../../cli/live/node-names.ts';
import { type Screen, TONES } from '../../cli/screen.ts';
import { clockTime } from '../../cli/words.ts';
import { HYBRID_TDD_CHAPTERS } from '../chapters.ts';
import { TddFold } from './tdd-fold.ts';
import { nameOf, type TddState, tddLines } from './tdd-lines.ts';

type Follow = (screen: Screen, options: FollowOptions) => Promise<Follower>;

/** Shows a run of hybrid TDD: both blind agents side by side on a terminal, lines with verdicts on a pipe. */
export const followTdd =
  (home: Pick<Home, 'root'>): Follow =>
  async (screen, options) =>
    screen.isTty ? onTerminal(screen, home, options) : onPipe(screen, options);

async function onTerminal(
  screen: Screen,
  home: Pick<Home, 'root'>,
  { run, now, hint, past = [] }: FollowOptions,
): Promise<Follower> {
  const fold = foldOf(past);
  const agents = new Agents(home, run);
  const says = new Map<ActivationId, string>();
  const picture = await livePicture(
    screen,
    (height, ended) => {
      const { width, paint } = screen;
      const look = { run, now: now(), width, height, paint, ended };
      return tddLines(stateOf(fold, agents.now, says, now()), hint === undefined ? look : { ...look, hint });
    },
    () => void agents.look(fold),
  );
  return {
    fold: fold.run,
    add: (events) => addAll(fold, events),
    say: (act, line) => void says.set(act, line),
    ...picture,
  };
}

function onPipe(screen: Screen, { past = [] }: FollowOptions): Follower {
  const fold = foldOf(past);
  const lines = asLines(past, screen.out, screen, nodeNames(HYBRID_TDD_CHAPTERS));
  const told = new Set(fold.run.view().nodes.map(({ act }) => act));
  return {
    ...lines,
    add(events) {
      const fresh = [...events];
      lines.add(fresh);
      addAll(fold, fresh);
      for (const node of fold.run.view().nodes) {
        const verdict = told.has(node.act) ? null : fold.verdict(node.act);
        if (!verdict) continue;
        told.add(node.act);
        const text = `${nameOf(node)}: ${verdict.text}`;
        const style = TONES[verdict.tone];
        const painted = style ? screen.paint(style, text) : text;
        screen.out(`${screen.paint('dim', clockTime(node.endedAt ?? 0))}  ${painted}`);
      }
    },
  };
}

function foldOf(past: readonly RunEvent[]): TddFold {
  const fold = new TddFold();
  addAll(fold, past);
  return fold;
}

function addAll(fold: TddFold, events: Iterable<RunEvent>): void {
  for (const event of events) fold.add(event);
}

function stateOf(fold: TddFold, agents: TddState['agents'], says: TddState['says'], now: number): TddState {
  const view = fold.run.view();
  const asks = fold.permits.openNow(view.nodes, now).map(waitingText);
  const verdicts = new Map(
    view.nodes.flatMap(({ act }) => {
      const verdict = fold.verdict(act);
      return verdict ? [[act, verdict] as const] : [];
    }),
  );
  return { view, verdicts, agents, says, asks };
}

/** The agents' actions, from the transcripts that the driving process stores: they are not in the log. */
class Agents {
  readonly now = new Map<ActivationId, AgentNow>();
  readonly #tails = new Map<ActivationId, { readonly attempt: number; readonly tail: TranscriptTail }>();
  /** Read to their ends. */
  readonly #over = new Set<ActivationId>();
  readonly #home: Pick<Home, 'root'>;
  readonly #run: string;
  #looking = false;

  constructor(home: Pick<Home, 'root'>, run: string) {
    this.#home = home;
    this.#run = run;
  }

  /** Continues reading. One look at a time; new data meanwhile is seen at the next. */
  async look(fold: TddFold): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      for (const { act, attempts, byAgent, endedAt } of fold.run.view().nodes) {
        if (!byAgent || attempts === 0 || this.#over.has(act)) continue;
        const known = this.#tails.get(act);
        const isSame = known?.attempt === attempts;
        const tail = isSame ? known.tail : new TranscriptTail(transcriptPath(this.#home, this.#run, act, attempts));
        if (!isSame) {
          this.#tails.set(act, { attempt: attempts, tail });
          this.now.set(act, JUST_BEGUN);
        }
        if (endedAt !== null) this.#over.add(act);
        for (const { event } of await tail.more()) this.now.set(act, agentNow(this.now.get(act) ?? JUST_BEGUN, event));
      }
    } catch {
      // An unreadable transcript costs the picture its details, and the run nothing.
    } finally {
      this.#looking = false;
    }
  }
}
