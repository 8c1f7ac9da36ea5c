import type { AttemptEnv } from '#contracts/agent.ts';
import type { ExecResult, RunningProcess } from '#contracts/exec.ts';
import type { Telling } from '../program/frame-attempt.ts';
import { streamLines } from '../program/lines.ts';
import type { ProgramSandbox } from '../program/program-sandbox.ts';
import { shownText } from '../program/tool-text.ts';
import { type CodexRun, codexArguments } from './arguments.ts';
import { readCodexEvent } from './events.ts';
import { codexMapper } from './map-events.ts';

export interface CodexTurn {
  readonly program: string;
  readonly programSandbox: ProgramSandbox;
  readonly place: AttemptEnv;
  readonly telling: Telling;
  readonly signal: AbortSignal;
  readonly home: string | null;
  readonly prompt: string;
  /** Unique for this run of the program. */
  readonly name: string;
  readonly run: CodexRun;
}

export type TurnState = ReturnType<ReturnType<typeof codexMapper>['state']> & { readonly ended: ExecResult };

/** One run of the program: one prompt, to its end. */
export async function runCodex(turn: CodexTurn): Promise<TurnState> {
  const mapper = codexMapper(turn.name);
  const running = await turn.programSandbox.start(
    { program: turn.program, args: codexArguments(turn.run), env: environment(turn) },
    turn.signal,
  );
  await say(running, turn.prompt);
  let leaving: NodeJS.Timeout | undefined;
  for await (const line of streamLines(running.stdout)) {
    const event = readCodexEvent(line);
    if (event === null) continue;
    if (event.type === 'turn.completed' || event.type === 'turn.failed') {
      // Without a network it waits seconds for something before it exits.
      leaving ??= setTimeout(() => void running.kill(), LEAVE_MS);
    }
    for (const told of mapper.take(event)) {
      turn.telling.tell(told.type === 'tool_result' ? { ...told, ...(await shownText(told.text, turn.place)) } : told);
    }
  }
  const ended = await running.ended;
  clearTimeout(leaving);
  return { ...mapper.state(), ended };
}

/** For the last lines of its transcript. */
const LEAVE_MS = 400;

async function say(running: RunningProcess, prompt: string): Promise<void> {
  const writer = running.stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(prompt));
    await writer.close();
  } catch {
    // It ended before it had read its task; its exit says how.
  }
}

/** No key of the person's, unless the sandbox puts one there. */
const environment = ({ programSandbox, home }: CodexTurn): Record<string, string> => ({
  ...(programSandbox.home === null ? {} : { HOME: programSandbox.home }),
  ...(home === null ? {} : { CODEX_HOME: home }),
  // Added outside, by the proxy; the program only needs to believe that it has one.
  ...(programSandbox.modelUrl === null ? {} : { CODEX_API_KEY: 'added-outside' }),
  ...programSandbox.env,
});
