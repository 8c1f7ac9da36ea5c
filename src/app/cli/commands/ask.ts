import { redactedEvents } from '#attempts/transcripts/redact-events.ts';
import type { RunId } from '#contracts/ids.ts';
import type { PermissionMode } from '#contracts/permission.ts';
import type { Runs } from '#engine/runs.ts';
import { redactor } from '#host/redact.ts';
import { ChatHost } from '#sessions/chat/chat-host.ts';
import type { ChatMessage, TurnEnd } from '#sessions/chat/chat-types.ts';
import { findChat, readChat } from '#sessions/chat/read-chat.ts';
import { type AskLine, askAtTerminal } from '../../chat/terminal/ask-permission.ts';
import { readPiped } from '../../chat/terminal/read-piped.ts';
import { turnPrinter } from '../../chat/terminal/turn-printer.ts';
import { endLines, exitCodeOfTurn, headLine, resultObject } from '../../chat/terminal/turn-report.ts';
import { withRuns } from '../../open-runs.ts';
import { chatResearcher } from '../../research/chat-researcher.ts';
import { usage } from '../cli-error.ts';
import type { Cli, JsonOption } from '../context.ts';
import { exitCodeFor, onInterrupt } from '../interrupts.ts';
import { me } from '../me.ts';
import { askUnlessWithdrawn } from '../person.ts';
import type { Screen } from '../screen.ts';
import { refuseHeld } from './chat-held.ts';
import { unusedOffer } from './sources-enable.ts';

export interface TalkOptions extends JsonOption {
  readonly mode?: PermissionMode;
  readonly agent?: string;
  readonly backend?: string;
  readonly model?: string;
  readonly unsandboxed?: boolean;
  readonly simulated?: boolean;
}

/** One message and its answer, in a conversation of its own or in an earlier one. */
export async function askCommand(
  cli: Cli,
  words: readonly string[],
  options: TalkOptions & { readonly run?: string; readonly image?: readonly string[] },
): Promise<number> {
  const text = await question(words, cli.screen);
  return withRuns(cli.env, async (runs) => {
    const ends: { message: ChatMessage; end: TurnEnd }[] = [];
    const host = hostFor(cli, runs, options, (message, end) => ends.push({ message, end }));
    const stop = { run: null as RunId | null };
    // The first Ctrl-C stops the answer; the second, or another signal, exits at once.
    const interrupts = onInterrupt((signal) => {
      if (signal !== 'SIGINT' || stop.run === null) process.exit(exitCodeFor(signal));
      void host.stop(stop.run).catch(() => process.exit(exitCodeFor(signal)));
    });
    // A run's own timers keep no process alive.
    const awake = setInterval(() => undefined, 60_000);
    try {
      const run =
        options.run === undefined
          ? await begin(cli, host, text, { ...options, images: options.image })
          : await goOn(cli, runs, host, text, { run: options.run, images: options.image });
      stop.run = run;
      await host.idle(run);
      return await report(cli, host, run, ends.at(-1), options.json ?? false);
    } finally {
      clearInterval(awake);
      interrupts.release();
      await host.close();
    }
  });
}

async function question(words: readonly string[], screen: Screen): Promise<string> {
  const asked = words.join(' ').trim();
  const piped = await readPiped(process.stdin, screen.err);
  if (asked === '' && piped === '') throw usage('nothing was asked', 'Try: assay ask "what does this project do?"');
  if (piped === '') return asked;
  return asked === '' ? piped : `${asked}\n\n<input>\n${piped}\n</input>`;
}

interface Shown {
  readonly images: readonly string[] | undefined;
}

async function begin(cli: Cli, host: ChatHost, text: string, options: TalkOptions & Shown): Promise<RunId> {
  const { run, chosen } = await host.create({ ...options, folder: process.cwd(), text });
  if (!options.json) cli.screen.err(headLine(cli.screen, chosen, options.mode ?? 'explore'));
  const unused = options.json ? null : await unusedOffer(cli);
  if (unused !== null) cli.screen.err(unused);
  return run;
}

async function goOn(
  cli: Cli,
  runs: Runs,
  host: ChatHost,
  text: string,
  wanted: Shown & { readonly run: string },
): Promise<RunId> {
  const header = await findChat(runs, wanted.run);
  refuseHeld(header, runs);
  const { settings } = await readChat(runs, header.run);
  const chosen = await host.chosenFor(header.run);
  cli.screen.err(headLine(cli.screen, chosen, settings?.mode ?? 'explore'));
  await host.post(header.run, text, wanted.images);
  return header.run;
}

/** Shows what happens, and asks where a person can answer. */
export function hostFor(
  { screen, env }: Cli,
  runs: Runs,
  { json = false, ...options }: TalkOptions,
  ended: (message: ChatMessage, end: TurnEnd) => void,
  askLine: AskLine = askUnlessWithdrawn,
): ChatHost {
  const printer = turnPrinter(screen);
  const clean = redactedEvents(redactor({}, env));
  const { mode, backend, model, unsandboxed } = options;
  return new ChatHost({
    runs,
    env,
    me: me(),
    researcher: chatResearcher(runs, env),
    instead: { mode, backend, model, unsandboxed },
    ...(process.stdin.isTTY && !json ? { askPerson: askAtTerminal(screen, askLine) } : {}),
    onEvent: (_, __, event) => {
      if (json) for (const each of clean(event)) screen.json(each);
      else printer.show(event);
    },
    onEnd: (_, message, end) => {
      printer.breakLine();
      ended(message, end);
    },
  });
}

async function report(
  { screen }: Cli,
  host: ChatHost,
  run: RunId,
  last: { readonly message: ChatMessage; readonly end: TurnEnd } | undefined,
  json: boolean,
): Promise<number> {
  if (!last) throw usage(`run ${run} stopped before it was answered`, `Continue it: assay chat --resume ${run}`);
  const { message, end } = last;
  if (json) screen.json(resultObject(run, message.id, end, await host.chosenFor(run)));
  else for (const line of endLines(screen, run, end, `continue: assay ask --run ${run} "…"`)) screen.err(line);
  return exitCodeOfTurn(end);
}
