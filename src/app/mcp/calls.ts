import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { type ErrorInfo, toErrorInfo } from '#contracts/errors.ts';
import type { Tool, ToolContext } from '#contracts/tool.ts';
import { failedAnswer, finished, running } from './answer.ts';
import { CheckCallInput } from './check-call-tool.ts';
import { checkInput } from './check-input.ts';
import { raceDeadline } from './race-deadline.ts';
import type { ReadyShell } from './shell.ts';
import { Tickets } from './tickets.ts';

/** One request of a client, as far as a call needs to know it. */
export interface CallRequest {
  /** Aborts when the client cancels the request or goes away. */
  readonly signal: AbortSignal;
  readonly progress?: (message: string) => void;
}

/** The calls of one client: every request is answered in time, whatever its tool does. */
export class Calls {
  readonly #shell: ReadyShell;
  readonly #running = new Set<Call>();
  readonly #tickets: Tickets<Call>;
  #closed = false;

  constructor(shell: ReadyShell) {
    this.#shell = shell;
    this.#tickets = new Tickets(shell.limits.keptResults);
  }

  async start(tool: Tool, args: unknown, request: CallRequest): Promise<CallToolResult> {
    const checked = await checkInput(tool.input, args, tool.examples[0]?.input);
    if (!checked.ok) return failedAnswer(checked.error);
    if (this.#closed || request.signal.aborted) return failedAnswer(CANCELLED);
    const call = this.#launch(tool, checked.input);
    const first = await this.#attend(call, request);
    if (first.kind === 'done') return first.value;
    if (first.kind === 'aborted') {
      call.controller.abort(request.signal.reason);
      return failedAnswer(CANCELLED);
    }
    return this.#overrun(tool, call);
  }

  async check(args: unknown, request: CallRequest): Promise<CallToolResult> {
    const checked = await checkInput(CheckCallInput, args);
    if (!checked.ok) return failedAnswer(checked.error);
    const { ticket } = checked.input;
    const look = this.#tickets.look(ticket);
    if (look.kind !== 'held') return failedAnswer(noResult(ticket, look.kind));
    const first = await this.#attend(look.held, request);
    if (first.kind === 'late') return running(ticket, this.#checkName(), look.held.lastProgress);
    // A cancelled check collects nothing: its answer would not arrive.
    if (first.kind === 'aborted') return failedAnswer(CANCELLED);
    const now = this.#tickets.look(ticket);
    if (now.kind !== 'held') return failedAnswer(noResult(ticket, now.kind));
    this.#tickets.collect(ticket);
    return first.value;
  }

  /** Aborts what runs and waits for it, but not forever. */
  async close(): Promise<void> {
    this.#closed = true;
    const left = [...this.#running];
    for (const call of left) call.controller.abort(new Error('The connection was closed.'));
    const { clock, limits, log } = this.#shell;
    const all = Promise.all(left.map((call) => call.done));
    const first = await raceDeadline(all, clock, limits.closeMs, new AbortController().signal);
    if (first.kind === 'done') return;
    log.warn('Tools did not stop when they were aborted.', { tools: [...this.#running].map((call) => call.tool) });
  }

  #launch(tool: Tool, input: Record<string, unknown>): Call {
    const { cwd, env, clock, log } = this.#shell;
    const controller = new AbortController();
    const progress = (message: string) => {
      if (!this.#running.has(call)) return;
      call.lastProgress = message;
      call.listener?.(message);
    };
    const started = clock.monotonic();
    const call: Call = {
      tool: tool.name,
      controller,
      // The tool starts a moment later, when the call is listed and the request listens to its progress.
      done: Promise.resolve().then(async () => {
        // Aborted within that moment, it would never see the abort: the event has passed.
        const aborted = controller.signal.aborted;
        const context = { signal: controller.signal, cwd, env, progress };
        const result = aborted ? failedAnswer(CANCELLED) : await runTool(tool, input, context);
        this.#running.delete(call);
        log.info('A tool call ended.', {
          tool: tool.name,
          ms: clock.monotonic() - started,
          ok: result.isError !== true,
        });
        return result;
      }),
    };
    this.#running.add(call);
    return call;
  }

  /** Waits as long as one request may, and forwards progress to it meanwhile. */
  async #attend(call: Call, request: CallRequest) {
    call.listener = request.progress;
    const first = await raceDeadline(call.done, this.#shell.clock, this.#shell.limits.answerMs, request.signal);
    // After its answer a request must get no more progress; a newer request may be listening by now.
    if (call.listener === request.progress) call.listener = undefined;
    return first;
  }

  #overrun(tool: Tool, call: Call): CallToolResult {
    if (tool.overrun === 'stop') {
      const seconds = this.#shell.limits.answerMs / 1000;
      call.controller.abort(new Error(`Not answered within ${seconds} s.`));
      this.#shell.log.warn('A tool call was stopped: it is not allowed to be long.', { tool: tool.name });
      const late = tool.late?.();
      if (late) return finished(late.output, late.text);
      return failedAnswer({
        code: 'TOOL_FAILED',
        message: `${tool.name} was stopped: it had not answered within ${seconds} s.`,
      });
    }
    const ticket = this.#tickets.open(call);
    call.done.then(() => this.#tickets.finish(ticket));
    return running(ticket, this.#checkName(), call.lastProgress);
  }

  #checkName(): string {
    return this.#shell.checkName ?? 'check_call';
  }
}

interface Call {
  readonly tool: string;
  readonly controller: AbortController;
  /** Never rejects. */
  readonly done: Promise<CallToolResult>;
  listener?: ((message: string) => void) | undefined;
  lastProgress?: string;
}

async function runTool(tool: Tool, input: Record<string, unknown>, context: ToolContext) {
  try {
    const result = await tool.run(input, context);
    if (!result.ok) return failedAnswer(result.error);
    // A client that checks the schema would reject an answer that does not fit, and blame the protocol.
    const output = await tool.output.safeParseAsync(result.output);
    if (output.success) return finished(output.data, result.text);
    const where = output.error.issues
      .map((issue) => `${issue.path.map(String).join('.')}: ${issue.message}`)
      .join('; ');
    return failedAnswer({
      code: 'TOOL_FAILED',
      message: `${tool.name} answered something its own schema refuses: ${where}`,
    });
  } catch (thrown) {
    return failedAnswer(toErrorInfo(thrown, 'TOOL_FAILED'));
  }
}

const CANCELLED: ErrorInfo = { code: 'TOOL_FAILED', message: 'The call was cancelled.' };

function noResult(ticket: string, why: 'collected' | 'dropped' | 'unknown'): ErrorInfo {
  const message = {
    collected: `The result of ${ticket} was already collected.`,
    dropped: `The result of ${ticket} was dropped: too many newer results were waiting.`,
    unknown: `No call has the ticket ${JSON.stringify(ticket)}.`,
  }[why];
  const next =
    why === 'unknown'
      ? 'Use the ticket exactly as the running answer gave it.'
      : 'Call the tool again if the result is needed.';
  return { code: 'TOOL_INPUT_INVALID', message, next };
}
