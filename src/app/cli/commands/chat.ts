import type { Interface } from 'node:readline';
import { EXIT } from '#contracts/errors.ts';
import type { RunId } from '#contracts/ids.ts';
import { patchOf, readSlash, type SlashCommand, slashHelp } from '#contracts/slash-commands.ts';
import type { Runs } from '#engine/runs.ts';
import { Sessions } from '#sessions/catalogue/sessions.ts';
import { callableSkills } from '#sessions/chat/callable-skills.ts';
import type { ChatHost } from '#sessions/chat/chat-host.ts';
import type { TurnEnd } from '#sessions/chat/chat-types.ts';
import { findChat, readChat } from '#sessions/chat/read-chat.ts';
import type { AskLine } from '../../chat/terminal/ask-permission.ts';
import { endLines, exitCodeOfTurn, headLine, resultObject } from '../../chat/terminal/turn-report.ts';
import { withRuns } from '../../open-runs.ts';
import { reportError } from '../cli-error.ts';
import type { Cli } from '../context.ts';
import { exitCodeFor, onInterrupt } from '../interrupts.ts';
import { openTerminal } from '../person.ts';
import { hostFor, type TalkOptions } from './ask.ts';
import { refuseHeld } from './chat-held.ts';
import { unusedOffer } from './sources-enable.ts';

export type ChatOptions = TalkOptions & { readonly resume?: string };

/** A conversation at the terminal. Every line is a message; on a pipe too. */
export async function chat(cli: Cli, options: ChatOptions): Promise<number> {
  return withRuns(cli.env, async (runs) => {
    const talk = new Talk(cli, runs, options);
    try {
      return await talk.hold();
    } finally {
      await talk.close();
    }
  });
}

const HOW =
  'A line is a message. @ mentions a file, an agent or a source; /help lists what else there is; /exit leaves.';

class Talk {
  readonly #cli: Cli;
  readonly #runs: Runs;
  readonly #options: ChatOptions;
  readonly #host: ChatHost;
  readonly #terminal: Interface;
  /** Started at once: lines that come before there is a listener are lost, and so is the end of input. */
  readonly #lines: AsyncIterator<string>;
  #answering: ((line: string | null) => void) | null = null;
  #run: RunId | null = null;
  #pending = 0;
  #last: TurnEnd | null = null;
  #isOver = false;

  constructor(cli: Cli, runs: Runs, options: ChatOptions) {
    this.#cli = cli;
    this.#runs = runs;
    this.#options = options;
    const isTty = process.stdin.isTTY === true && !options.json;
    this.#terminal = openTerminal(cli.screen.paintErr('cyan', '› '), isTty);
    this.#lines = this.#terminal[Symbol.asyncIterator]();
    this.#host = hostFor(cli, runs, options, (message, end) => this.#ended(message.id, end), this.#askLine);
  }

  async hold(): Promise<number> {
    const { resume } = this.#options;
    if (resume !== undefined) await this.#goOn(resume);
    const interrupts = this.#onInterrupt();
    // A run's own timers keep no process alive.
    const awake = setInterval(() => undefined, 60_000);
    try {
      if (process.stdin.isTTY && !this.#options.json) this.#cli.screen.err(this.#cli.screen.paintErr('dim', HOW));
      this.#prompt();
      for (let next = await this.#lines.next(); !next.done; next = await this.#lines.next()) {
        if (!(await this.#heard(next.value))) break;
      }
      this.#isOver = true;
      if (this.#run !== null) await this.#host.idle(this.#run);
    } finally {
      clearInterval(awake);
      interrupts.release();
    }
    if (this.#run !== null && !this.#options.json) this.#cli.screen.err(`continue: assay chat --resume ${this.#run}`);
    // A person sees what went wrong and continues; a script needs the exit code.
    return this.#last === null || process.stdin.isTTY ? EXIT.done : exitCodeOfTurn(this.#last);
  }

  async close(): Promise<void> {
    this.#terminal.close();
    await this.#host.close();
  }

  /** False: the person leaves. */
  async #heard(line: string): Promise<boolean> {
    if (this.#answering) {
      const answer = this.#answering;
      this.#answering = null;
      answer(line);
      return true;
    }
    const text = line.trim();
    const command = await this.#command(text);
    if (command?.type === 'leave') return false;
    const isSaid = command === null || command.type === 'research';
    if (!isSaid) await this.#obey(command);
    if (text === '' || !isSaid) this.#prompt();
    else await this.#say(text);
    return true;
  }

  /** Skills are looked for only if there is no such command. */
  async #command(text: string): Promise<SlashCommand | null> {
    const command = readSlash(text);
    if (command?.type !== 'wrong') return command;
    const skills = await callableSkills(process.cwd(), this.#cli.env);
    return readSlash(text, (name) => skills.has(name));
  }

  async #obey(command: SlashCommand): Promise<void> {
    const { screen } = this.#cli;
    const run = this.#run;
    if (command.type === 'help') for (const each of slashHelp('terminal')) screen.err(each);
    else if (command.type === 'wrong') screen.err(command.why);
    else if (run === null) screen.err('nothing was said yet');
    else if (command.type === 'stop') await this.#host.stop(run);
    else if (command.type === 'note' || command.type === 'label') {
      const sessions = new Sessions(this.#runs, screen.err);
      const noted = sessions.note(run, (note) => patchOf(command, note));
      sessions.close();
      screen.err([noted.title, noted.status, ...noted.labels.map((label) => `#${label}`)].filter(Boolean).join(' · '));
    }
  }

  async #say(text: string): Promise<void> {
    const { screen } = this.#cli;
    this.#pending += 1;
    try {
      if (this.#run !== null) return void (await this.#host.post(this.#run, text));
      const { run, chosen } = await this.#host.create({ ...this.#options, folder: process.cwd(), text });
      this.#run = run;
      if (!this.#options.json) screen.err(headLine(screen, chosen, this.#options.mode ?? 'explore'));
      const unused = this.#options.json ? null : await unusedOffer(this.#cli);
      if (unused !== null) screen.err(unused);
    } catch (thrown) {
      this.#pending -= 1;
      // Without a model there is no conversation.
      if (this.#run === null) throw thrown;
      reportError(screen, thrown, this.#options.json ?? false);
    }
  }

  async #goOn(wanted: string): Promise<void> {
    const { screen } = this.#cli;
    const header = await findChat(this.#runs, wanted);
    refuseHeld(header, this.#runs);
    const { run } = header;
    const { settings, exchanges, open, queue } = await readChat(this.#runs, run);
    const chosen = await this.#host.chosenFor(run);
    this.#run = run;
    if (!this.#options.json) {
      screen.err(headLine(screen, chosen, this.#options.mode ?? settings?.mode ?? 'explore'));
      const last = exchanges.findLast(({ state }) => state !== 'open');
      if (last) screen.err(screen.paintErr('dim', `› ${last.message.text}\n${last.end?.text ?? ''}`));
    }
    if (open === null && queue.length === 0) return;
    this.#pending += 1 + queue.length - (open ? 0 : 1);
    if (open && !this.#options.json) screen.err(screen.paintErr('dim', `› ${open.message.text}  (continues)`));
    await this.#host.resume(run);
  }

  #ended(turn: string, end: TurnEnd): void {
    const { screen } = this.#cli;
    this.#pending -= 1;
    this.#last = end;
    const run = this.#run;
    if (this.#options.json) {
      void this.#tellJson(turn, end);
      return;
    }
    if (run !== null)
      for (const line of endLines(screen, run, end, '').filter((each) => each.trim() !== '')) screen.err(line);
    this.#prompt();
  }

  async #tellJson(turn: string, end: TurnEnd): Promise<void> {
    const run = this.#run;
    if (run === null) return;
    this.#cli.screen.json(resultObject(run, turn, end, await this.#host.chosenFor(run)));
  }

  #prompt(): void {
    if (this.#pending <= 0 && !this.#isOver && process.stdin.isTTY && !this.#options.json) this.#terminal.prompt();
  }

  readonly #askLine: AskLine = (prompt, signal) =>
    new Promise((resolve) => {
      this.#answering = resolve;
      this.#terminal.setPrompt(prompt);
      this.#terminal.prompt();
      this.#terminal.setPrompt(this.#cli.screen.paintErr('cyan', '› '));
      const leave = (): void => {
        this.#answering = null;
        resolve(null);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#terminal.once('close', leave);
    });

  /** Ctrl-C stops the current answer; without one, or again before it has stopped, it leaves. */
  #onInterrupt() {
    let stopping: RunId | null = null;
    const leave = (): void => this.#terminal.close();
    const hear = (): void => {
      if (this.#pending <= 0 || this.#run === null) return leave();
      if (stopping !== null) process.exit(exitCodeFor('SIGINT'));
      stopping = this.#run;
      void this.#host
        .stop(stopping)
        .catch(() => undefined)
        .then(() => {
          stopping = null;
        });
    };
    this.#terminal.on('SIGINT', hear);
    const signals = onInterrupt((signal) => (signal === 'SIGINT' ? hear() : process.exit(exitCodeFor(signal))));
    return { release: () => signals.release() };
  }
}
