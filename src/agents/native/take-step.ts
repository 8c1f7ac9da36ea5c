import type { ErrorInfo } from '#contracts/errors.ts';
import type { AssistantMessage, FinishReason, ReadOutput, StepModel, StepPart, StepRequest } from '#contracts/model.ts';
import type { Emit } from './event-stream.ts';
import type { Meter } from './meter.ts';

export type ToolCallPart = Extract<StepPart, { type: 'tool-call' }>;

export type TakenStep =
  | {
      readonly type: 'taken';
      readonly message: AssistantMessage;
      readonly calls: readonly ToolCallPart[];
      readonly text: string;
      readonly reason: FinishReason;
      readonly output: ReadOutput | undefined;
      /** Of the prompt, as the model counted it; 0 where it did not. */
      readonly inputTokens: number;
    }
  | { readonly type: 'failed'; readonly error: ErrorInfo; readonly retry: boolean };

export interface StepContext {
  readonly model: StepModel;
  readonly meter: Meter;
  readonly emit: Emit;
  /** A new id for every text. */
  readonly nextTurn: () => string;
  readonly parent?: string;
}

/** One model call, reported as it happens. */
export async function takeStep(context: StepContext, request: StepRequest, signal: AbortSignal): Promise<TakenStep> {
  const { model, meter, emit } = context;
  const shown = shownTexts(context);
  const calls: ToolCallPart[] = [];
  let inputTokens = 0;
  meter.turn();
  for await (const part of model.step(request, signal)) {
    switch (part.type) {
      case 'text-delta':
        shown.text(part.id, part.text);
        break;
      case 'reasoning-delta':
        shown.thinking(part.id, part.text);
        break;
      case 'tool-call':
        calls.push(part);
        break;
      case 'reset':
        shown.withdraw();
        calls.length = 0;
        break;
      case 'retry':
        emit({ type: 'error', error: part.why });
        emit({ type: 'status', message: `asks the model again in ${Math.ceil(part.waitMs / 100) / 10} s` });
        break;
      case 'usage':
        meter.add(part.usage);
        inputTokens = part.usage.input;
        emit({ type: 'usage', usage: meter.usage });
        break;
      case 'failed':
        return { type: 'failed', error: part.error, retry: part.retry };
      case 'finish': {
        const text = shown.complete(calls.length === 0);
        const { message, reason, output } = part;
        return { type: 'taken', message, calls, text, reason, output, inputTokens };
      }
      default:
    }
  }
  const error = { code: 'UNEXPECTED', message: `${model.ref} ended its answer without an end` };
  return { type: 'failed', error, retry: true };
}

/** The texts of one step, each under a turn of its own. */
function shownTexts({ emit, nextTurn, parent }: StepContext) {
  const under = parent === undefined ? {} : { parent };
  let texts = new Map<string, { turn: string; text: string }>();
  const thoughts = new Map<string, string>();
  return {
    text(id: string, text: string): void {
      const known = texts.get(id) ?? { turn: nextTurn(), text: '' };
      texts.set(id, { ...known, text: known.text + text });
      emit({ type: 'text_delta', turn: known.turn, text, ...under });
    },
    thinking(id: string, text: string): void {
      const turn = thoughts.get(id) ?? nextTurn();
      thoughts.set(id, turn);
      emit({ type: 'thinking_delta', turn, text, ...under });
    },
    withdraw(): void {
      for (const turn of [...[...texts.values()].map((each) => each.turn), ...thoughts.values()]) {
        emit({ type: 'text_withdrawn', turn, ...under });
      }
      texts = new Map();
      thoughts.clear();
    },
    complete(final: boolean): string {
      const all = [...texts.values()];
      for (const { turn, text } of all) {
        emit({ type: 'text_complete', turn, text, final: final && turn === all.at(-1)?.turn, ...under });
      }
      return all.map(({ text }) => text).join('\n');
    },
  };
}
