import { z } from 'zod';
import type { BlobStore } from '#contracts/blobs.ts';
import { AssayError, toErrorInfo } from '#contracts/errors.ts';
import type { MailId } from '#contracts/ids.ts';
import { type Json, toJson } from '#contracts/json.ts';
import { FAILURE_SIGNAL, FailureAnswer, type StoredMail } from '#contracts/mail.ts';
import type { Payload } from '#contracts/payload.ts';
import { PERMIT_SIGNALS } from '#contracts/signals.ts';
import type { Graph } from '../graph/graph.ts';
import { isCollect, isSlots } from '../graph/ports.ts';
import { splitPort } from '../graph/shape.ts';
import { intoLog } from '../payloads.ts';
import type { RunState } from '../step/state.ts';
import type { StepInput } from '../step/step.ts';

export interface ReadLetter {
  readonly id: MailId;
  readonly input: StepInput;
}

/** A letter as an input of the step; an invalid one is refused in the log. */
export async function readLetter(
  graph: Graph,
  state: RunState,
  letter: StoredMail,
  blobs: BlobStore,
): Promise<ReadLetter> {
  const { id, mail, by } = letter;
  try {
    return { id, input: await mailInput(graph, state, letter, (value) => intoLog(value, blobs)) };
  } catch (thrown) {
    return { id, input: { type: 'refuse', mail: toJson(mail, 'mail'), error: toErrorInfo(thrown), by } };
  }
}

/** What a letter asks for, checked against the graph and the run's current state. Throws what is wrong with it. */
export async function mailInput(
  graph: Graph,
  state: RunState,
  { mail, by }: StoredMail,
  intoLog: (value: Json) => Payload | Promise<Payload>,
): Promise<StepInput> {
  switch (mail.type) {
    case 'cancel':
    case 'pause':
      return { type: mail.type, why: mail.why };
    case 'resume':
      return { type: 'resume', by };
    case 'raise-budget':
      return { type: 'raise-budget', budget: mail.budget, by };
    case 'add-tasks': {
      const tasks = mail.tasks.map(async ({ port, payload, name, after }) => ({
        port,
        name,
        after,
        payload: await intoLog(checkTask(graph, port, payload)),
      }));
      return { type: 'add-tasks', tasks: await Promise.all(tasks), by };
    }
    case 'signal': {
      const { signal, payload } = mail;
      const asking = state.acts.find(
        ({ status, act }) =>
          status.is === 'asking' && status.signal === signal && (mail.act === null || mail.act === act),
      );
      if (signal === FAILURE_SIGNAL) {
        if (!asking) throw new AssayError('SIGNAL_UNKNOWN', 'no failed node waits for an answer');
        const answer = parse(FailureAnswer, payload, signal);
        return { type: 'failure-answer', act: asking.act, answer, payload: await intoLog(answer), by };
      }
      const checked = checkSignal(graph, asking?.node ?? null, signal, payload);
      return { type: 'signal', signal, act: mail.act, payload: await intoLog(checked), by };
    }
  }
}

/** The schema of the asking node's graph; before any node asked, of any node that could; then those of every graph. */
function checkSignal(graph: Graph, node: string | null, signal: string, payload: Json): Json {
  const asked = node === null ? undefined : graph.nodes.get(node);
  const declared = asked?.signals[signal] ?? [...graph.nodes.values()].find((n) => n.signals[signal])?.signals[signal];
  const schema = declared ?? (Object.hasOwn(PERMIT_SIGNALS, signal) ? PERMIT_SIGNALS[signal] : undefined);
  if (!schema) throw new AssayError('SIGNAL_UNKNOWN', `graph ${graph.ref.name} declares no signal ${signal}`);
  return toJson(parse(schema, payload, signal), signal);
}

function checkTask(graph: Graph, port: string, payload: Json): Json {
  const { node } = splitPort(port);
  const built = graph.nodes.get(node);
  const schema = built?.ports[node.slice(built.prefix.length)];
  if (!schema || isSlots(schema) || isCollect(schema)) {
    throw new AssayError('PORT_UNKNOWN', `${port} is not a node that tasks can be added to`);
  }
  return toJson(parse(schema, payload, port), port);
}

function parse<T>(schema: z.ZodType<T>, value: Json, what: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AssayError('PAYLOAD_INVALID', `the payload for ${what} does not fit: ${z.prettifyError(parsed.error)}`);
}
