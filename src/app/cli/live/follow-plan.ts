import { OpenPermits } from '#attempts/permits/open-permits.ts';
import { waitingText } from '#attempts/permits/permit-text.ts';
import type { ActivationId } from '#contracts/ids.ts';
import { RunViewFold } from '#contracts/run-view.ts';
import { Story, type StoryLine } from '#workflows/gated-pr/story.ts';
import { cut, wrapParts } from '../fit.ts';
import type { Screen } from '../screen.ts';
import { count, durationText, plural, spentText } from '../words.ts';
import type { Follower, FollowOptions } from './follow-run.ts';
import { SIMULATED } from './live-lines.ts';
import { storyLine, storyOfEvent } from './tell-plan.ts';

/** A gated-PR run as a story: what was proven, what was refused and why; below it, on a terminal, who works now. */
export async function followPlan(
  screen: Screen,
  { run, now, blobs, hint, past = [], isTold = false }: FollowOptions,
): Promise<Follower> {
  const fold = new RunViewFold();
  const story = new Story();
  const permits = new OpenPermits();
  const says = new Map<ActivationId, string>();
  const update = screen.isTty ? (await import('log-update')).createLogUpdate(screen.stdout) : null;
  let banner = false;
  // Lines that come while a question is on the screen are shown after its answer.
  const kept: StoryLine[] = [];
  const write = (lines: readonly StoryLine[]): void => {
    kept.push(...lines);
    if (held || kept.length === 0) return;
    update?.clear();
    for (const line of kept.splice(0)) screen.out(storyLine(line, screen.paint));
  };
  let held = false;
  const begun = now();
  const status = (): string => {
    const [asked] = permits.openNow(fold.view().nodes, now());
    return statusLine(fold, says, screen, now() - begun, asked ? waitingText(asked) : null, hint);
  };
  const timer = update ? setInterval(() => held || update(status()), 150) : null;
  // Large payloads are read from disk, one after another, so that the story keeps its order.
  let telling = Promise.resolve();
  let silent = isTold;
  const add: Follower['add'] = (events) => {
    for (const event of events) {
      if (event.seq <= fold.seq) continue;
      fold.add(event);
      permits.add(event);
      if (fold.simulated && !banner) screen.out(screen.paint('yellow', SIMULATED));
      banner ||= fold.simulated;
      telling = telling.then(async () => {
        const lines = await storyOfEvent(story, event, blobs);
        if (!silent) write(lines);
      });
    }
  };
  add(past);
  telling = telling.then(() => {
    silent = false;
  });
  return {
    fold,
    add,
    say: (act, line) => void says.set(act, line),
    hold(isHeld) {
      held = isHeld;
      if (held) update?.clear();
      else write([]);
    },
    async end() {
      await telling;
      if (timer) clearInterval(timer);
      update?.clear();
      update?.done();
    },
  };
}

const WORDS: Readonly<Record<string, string>> = {
  attempt: 'the engineer works',
  act: 'measures',
  blind: 'a second author writes blind tests',
  review: 'the reviewer reads',
};
const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

function statusLine(
  fold: RunViewFold,
  says: ReadonlyMap<ActivationId, string>,
  { paint, width }: Screen,
  ms: number,
  asked: string | null,
  hint = '',
): string {
  const { nodes, spent } = fold.view();
  const running = nodes.find(({ state }) => state === 'running');
  const what = running
    ? `${WORDS[running.node] ?? running.node}${says.has(running.act) ? `: ${says.get(running.act)}` : ''}`
    : 'waits';
  const line = `${durationText(ms)} · ${plural(spent.attempts, 'attempt')} · ${count(spent.tokens)} tokens · ${spentText(spent)}`;
  const spin = SPINNER[Math.floor(ms / 150) % SPINNER.length] ?? '';
  return [
    asked === null ? paint('cyan', cut(`${spin} ${what}`, width - 1)) : paint('magenta', cut(`! ${asked}`, width - 1)),
    ...wrapParts(`${line}${hint === '' ? '' : ` · ${hint}`}`, width - 1).map((each) => paint('dim', each)),
  ].join('\n');
}
