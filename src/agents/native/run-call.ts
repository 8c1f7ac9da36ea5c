import { z } from 'zod';
import type { AttemptEnv } from '#contracts/agent.ts';
import { type ErrorInfo, toErrorInfo } from '#contracts/errors.ts';
import { BlobHash } from '#contracts/ids.ts';
import { type Json, toJson } from '#contracts/json.ts';
import type { ModelImage, StepModel, ToolAnswer } from '#contracts/model.ts';
import type { PermissionAnswer, PermissionRequest } from '#contracts/permission.ts';
import type { ContextChange, ToolResult } from '#contracts/tool.ts';
import { nearestNames } from '#host/nearest-names.ts';
import type { Emit } from './event-stream.ts';
import { asData } from './rules.ts';
import type { ToolCallPart } from './take-step.ts';
import { fitting, type ToolText } from './tool-text.ts';
import type { CallContext, NativeTool } from './tools/native-tool.ts';
import { untilAborted } from './until.ts';

export interface CallsContext {
  readonly place: AttemptEnv;
  readonly tools: ReadonlyMap<string, NativeTool>;
  readonly emit: Emit;
  /** A name for a call that is unique in the attempt: servers reuse theirs. */
  readonly uniqueCall: (id: string) => string;
  /** Receives all work that a call begins, so that the end can wait for it. */
  readonly begun: (work: Promise<unknown>) => void;
  readonly parent?: string;
  /** The reader of the answers. */
  readonly model: Pick<StepModel, 'ref' | 'seesImages'>;
  /** Which content of answers is in the context, and what is to be removed. */
  readonly held?: HeldAnswers;
}

/** Of one conversation. */
export class HeldAnswers {
  readonly #held = new Map<string, ToolAnswer[]>();
  #leaving = new Set<ToolAnswer>();

  note({ holds, leaves }: ContextChange, answer: ToolAnswer): void {
    for (const name of leaves) {
      for (const each of this.#held.get(name) ?? []) this.#leaving.add(each);
      this.#held.delete(name);
    }
    // Requested again: its earlier answer would be there twice.
    for (const each of this.#held.get(holds) ?? []) this.#leaving.add(each);
    this.#held.set(holds, [answer]);
  }

  /** Those removed since the last call. */
  takeLeaving(): ReadonlySet<ToolAnswer> {
    const leaving = this.#leaving;
    this.#leaving = new Set();
    return leaving;
  }
}

/** One use of a tool: checked, permitted, run, reported. Never throws: the model is told what went wrong. */
export async function runCall(context: CallsContext, call: ToolCallPart, signal: AbortSignal): Promise<ToolAnswer> {
  const { emit, place, uniqueCall, parent } = context;
  const id = uniqueCall(call.id);
  const under = parent === undefined ? {} : { parent };
  const input: Json = call.arguments.type === 'json' ? call.arguments.input : call.arguments.raw;
  emit({ type: 'tool_start', id, tool: call.name, input, ...under });
  const result = await outcome(context, call, id, signal).catch(
    (thrown): ToolResult<unknown> => ({ ok: false, error: toErrorInfo(thrown, 'TOOL_FAILED') }),
  );
  const told = await tell(result, place.keep, context.model);
  const { images: _, ...event } = told;
  emit({ type: 'tool_result', id, ok: result.ok, ...event, ...under });
  const { images } = told;
  const answer: ToolAnswer = {
    ...{ id: call.id, name: call.name, output: asData(told.text), isError: !result.ok },
    ...(images.length === 0 ? {} : { images: [...images] }),
  };
  if (result.ok && result.context !== undefined) context.held?.note(result.context, answer);
  return answer;
}

async function outcome(
  context: CallsContext,
  { name, arguments: given }: ToolCallPart,
  id: string,
  signal: AbortSignal,
): Promise<ToolResult<unknown>> {
  const { tools, place, emit } = context;
  const native = tools.get(name);
  if (native === undefined) return refused('TOOL_INPUT_INVALID', `there is no tool ${name}`, known(name, tools));
  if (given.type === 'invalid') return refused('TOOL_INPUT_INVALID', `the arguments are not JSON: ${given.problem}`);
  const read = native.tool.input.safeParse(given.input);
  if (!read.success) {
    return refused('TOOL_INPUT_INVALID', `the arguments do not fit:\n${z.prettifyError(read.error)}`);
  }
  const prepared = await native.prepare(read.data);
  if (!prepared.ok) return prepared;
  const answer = await ask(context, { id, tool: name, action: prepared.action }, signal);
  if (answer.type === 'deny') return { ok: false, error: answer.error };
  const used: CallContext = {
    call: id,
    signal,
    cwd: place.folder,
    progress: (message) => emit({ type: 'status', message }),
  };
  // Called on the object: a tool's own method may use `this`.
  const work = native.run === undefined ? native.tool.run(prepared.input, used) : native.run(prepared.input, used);
  context.begun(work);
  const done = (await untilAborted(work, signal)) ?? CALLED_OFF;
  return done.ok && prepared.action.type === 'write' ? checked(done, prepared.action.paths, place, signal) : done;
}

/** An edit is reported together with the project's own checker's messages. */
async function checked(
  done: Extract<ToolResult<unknown>, { ok: true }>,
  paths: readonly string[],
  { check }: AttemptEnv,
  signal: AbortSignal,
): Promise<ToolResult<unknown>> {
  const said = check && (await untilAborted(check(paths, signal), signal).catch(() => null));
  return said ? { ...done, text: `${done.text ?? JSON.stringify(toJson(done.output, 'output'))}\n${said}` } : done;
}

async function ask(
  { place, emit, parent }: CallsContext,
  wanted: PermissionRequest,
  signal: AbortSignal,
): Promise<PermissionAnswer> {
  const request: PermissionRequest = parent === undefined ? wanted : { ...wanted, parent };
  emit({ type: 'permission_request', request });
  const answer = await untilAborted(place.permit(request, signal), signal).catch(
    // By contract it never throws; if it does, nothing was permitted.
    (thrown): PermissionAnswer => ({ type: 'deny', by: 'rule', error: toErrorInfo(thrown) }),
  );
  const given = answer ?? { type: 'deny', by: 'rule', error: CALLED_OFF.error };
  emit({ type: 'permission_answer', id: request.id, answer: given });
  return given;
}

const CALLED_OFF = {
  ok: false,
  error: { code: 'ATTEMPT_ABORTED', message: 'the attempt ended before this was done' },
} as const satisfies ToolResult<never>;

const KeptElsewhere = z.object({ blob: BlobHash });

type Told = ToolText & { readonly images: readonly ModelImage[] };

async function tell(
  result: ToolResult<unknown>,
  keep: AttemptEnv['keep'],
  { ref, seesImages = false }: CallsContext['model'],
): Promise<Told> {
  if (!result.ok) return { ...(await fitting(errorText(result.error), keep)), images: [] };
  const { images = [] } = result;
  const text = result.text ?? JSON.stringify(toJson(result.output, 'output'));
  const blind = images.length > 0 && !seesImages ? `\n[Not shown: ${ref} is not known to read images.]` : '';
  const kept = KeptElsewhere.safeParse(result.output);
  const [first] = images;
  const picture = first && (await keep?.(Buffer.from(first.base64, 'base64')).catch(() => undefined));
  return {
    ...(await fitting(`${text}${blind}`, keep)),
    ...(kept.success ? { blob: kept.data.blob } : picture === undefined ? {} : { blob: picture }),
    images: seesImages ? images : [],
  };
}

const errorText = ({ code, message, next }: ErrorInfo): string =>
  `${code}: ${message}${next === undefined ? '' : `\n${next}`}`;

const refused = (code: string, message: string, next?: string): ToolResult<never> => ({
  ok: false,
  error: { code, message, ...(next === undefined ? {} : { next }) },
});

function known(name: string, tools: ReadonlyMap<string, NativeTool>): string {
  const [near] = nearestNames(name, tools.keys(), 1);
  const all = `The tools are ${[...tools.keys()].join(', ')}.`;
  return near === undefined ? all : `Did you mean ${near}? ${all}`;
}
