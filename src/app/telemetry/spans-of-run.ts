import { createHash } from 'node:crypto';
import type { AgentEvent } from '#contracts/agent.ts';
import type { TranscriptLine } from '#contracts/http/transcript-routes.ts';
import type { ActivationId } from '#contracts/ids.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import { momentOf } from '#contracts/run-timeline.ts';
import type { Usage } from '#contracts/usage.ts';
import type { Attributes, SpanEvent, TraceSpan } from './span.ts';

/** What an agent did in an attempt, if it was stored. */
export type Transcripts = (act: ActivationId, attempt: number) => readonly TranscriptLine[];

/**
 * Pure. A run as spans by OpenTelemetry's GenAI conventions: the run, every attempt of a node under it, every use of a
 * tool under its attempt. Ids are derived from the run's own, so that a run exported twice, or live and again, is one
 * trace.
 */
export function spansOfRun(events: readonly RunEvent[], transcripts: Transcripts = () => []): TraceSpan[] {
  const created = events.find((event) => event.type === 'run.created');
  if (created?.type !== 'run.created') return [];
  const { run, session, graph, title, simulated } = created.data;
  const traceId = hash(`run ${run}`, 32);
  const root = hash(`root ${run}`, 16);
  const nodes = new Map<string, { node: string; byAgent: boolean; kind: string }>();
  const open = new Map<string, Open>();
  const spans: TraceSpan[] = [];
  const moments: SpanEvent[] = [];
  const labelOf = (act: ActivationId): string => act;
  let ended: Extract<RunEvent, { type: 'run.ended' }> | null = null;
  for (const event of events) {
    const moment = momentOf(event, labelOf);
    if (moment)
      moments.push({ at: event.at, name: event.type, attributes: { 'assay.seq': event.seq, message: moment.text } });
    if (event.type === 'run.ended') ended = event;
    if (event.type === 'node.scheduled') nodes.set(event.data.act, event.data);
    if (event.type === 'node.started')
      open.set(event.data.act, { at: event.at, attempt: event.data.attempt, instructed: [] });
    const begun = 'act' in event.data && event.data.act !== null ? open.get(event.data.act) : undefined;
    if (event.type === 'node.instructed')
      begun?.instructed.push(...event.data.instructed.files.map(({ path }) => path));
    const end = begun && endOf(event);
    if (!begun || !end) continue;
    open.delete(end.act);
    spans.push(...attemptSpans(end.act, begun, { at: event.at, ...end }));
  }
  for (const [act, begun] of open) spans.push(...attemptSpans(act as ActivationId, begun, null));
  const failure = ended?.data.ending.status === 'failed' ? ended.data.ending.error : null;
  return [
    {
      ...{ traceId, spanId: root, parentSpanId: null, kind: 'internal' },
      name: `invoke_workflow ${graph.name}`,
      start: created.at,
      end: ended?.at ?? null,
      attributes: {
        'gen_ai.operation.name': 'invoke_workflow',
        'gen_ai.workflow.name': graph.name,
        'gen_ai.conversation.id': session,
        'assay.run.id': run,
        'assay.run.title': title,
        'assay.run.simulated': simulated,
        ...(ended ? { 'assay.run.status': ended.data.ending.status } : {}),
        ...(failure ? { 'error.type': failure.code } : {}),
      },
      events: moments,
      error: failure ? failure.message : null,
    },
    ...spans,
  ];

  function attemptSpans(act: ActivationId, { at, attempt, instructed }: Open, end: Ended | null): TraceSpan[] {
    const { node = act, byAgent = false, kind = 'logic' } = nodes.get(act) ?? {};
    const spanId = hash(`attempt ${run} ${act} ${attempt}`, 16);
    const lines = byAgent ? transcripts(act, attempt) : [];
    const own: TraceSpan = {
      ...{ traceId, spanId, parentSpanId: root, kind: 'internal' },
      name: byAgent ? `invoke_agent ${node}` : node,
      start: at,
      end: end?.at ?? null,
      attributes: {
        'assay.run.id': run,
        'assay.node': node,
        'assay.node.kind': kind,
        'assay.activation': act,
        'assay.attempt': attempt,
        ...(byAgent ? agentAttributes(node, act, session, lines) : {}),
        ...(end?.usage ? usageAttributes(end.usage) : {}),
        ...(end ? { 'assay.outcome': end.outcome } : {}),
        ...(end?.error ? { 'error.type': end.error.code } : {}),
        ...(instructed.length === 0 ? {} : { 'assay.instructions': instructed.join(', ') }),
      },
      events: [],
      error: end?.error?.message ?? null,
    };
    return [own, ...toolSpans(lines, own)];
  }
}

interface Open {
  readonly at: number;
  readonly attempt: number;
  readonly instructed: string[];
}

interface Ended {
  readonly at: number;
  readonly outcome: string;
  readonly usage?: Usage | undefined;
  readonly error?: { readonly code: string; readonly message: string };
}

/** How an attempt ends, by its last event. */
function endOf(event: RunEvent): (Omit<Ended, 'at'> & { readonly act: ActivationId }) | null {
  switch (event.type) {
    case 'node.completed':
      return { act: event.data.act, outcome: event.data.outcome, usage: event.data.usage };
    case 'node.asked':
      return { act: event.data.act, outcome: 'asked', usage: event.data.usage };
    case 'node.failed':
      return { act: event.data.act, outcome: 'failed', usage: event.data.usage, error: event.data.error };
    case 'node.interrupted':
      return { act: event.data.act, outcome: 'interrupted', usage: event.data.usage };
    case 'node.cancelled':
      return { act: event.data.act, outcome: 'cancelled', usage: event.data.usage };
    default:
      return null;
  }
}

type Completion = Extract<AgentEvent, { type: 'complete' }>;

function agentAttributes(node: string, act: string, session: string, lines: readonly TranscriptLine[]): Attributes {
  const complete = lines.map(({ event }) => event).find((event): event is Completion => event.type === 'complete');
  const [provider, ...rest] = complete?.by?.model?.split(':') ?? [];
  return {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': complete?.by?.agent ?? node,
    'gen_ai.agent.id': act,
    'gen_ai.conversation.id': session,
    ...(complete?.by ? { 'assay.backend': complete.by.backend } : {}),
    ...(provider !== undefined && rest.length > 0
      ? { 'gen_ai.provider.name': provider, 'gen_ai.request.model': rest.join(':') }
      : {}),
    ...(complete
      ? {
          // By the conventions, input includes cached tokens.
          'gen_ai.usage.input_tokens': complete.usage.input + complete.usage.cacheRead + complete.usage.cacheWrite,
          'gen_ai.usage.output_tokens': complete.usage.output,
          'gen_ai.usage.cache_read.input_tokens': complete.usage.cacheRead,
          'gen_ai.usage.cache_creation.input_tokens': complete.usage.cacheWrite,
        }
      : {}),
  };
}

/** An unknown price is left out: it is not zero. */
const usageAttributes = ({ tokens, usd }: Usage): Attributes => ({
  'assay.usage.tokens': tokens,
  ...(usd === null ? {} : { 'assay.usage.usd': usd }),
});

function toolSpans(lines: readonly TranscriptLine[], attempt: TraceSpan): TraceSpan[] {
  const spans = new Map<string, TraceSpan>();
  for (const { at, event } of lines) {
    if (event.type === 'tool_start') {
      const spanId = hash(`tool ${attempt.spanId} ${event.id}`, 16);
      const parent = event.parent === undefined ? undefined : spans.get(event.parent);
      spans.set(event.id, {
        ...{ traceId: attempt.traceId, spanId, parentSpanId: (parent ?? attempt).spanId, kind: 'internal' },
        name: `execute_tool ${event.tool}`,
        ...{ start: at, end: null, events: [], error: null },
        attributes: {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': event.tool,
          'gen_ai.tool.call.id': event.id,
        },
      });
    }
    const begun = event.type === 'tool_result' ? spans.get(event.id) : undefined;
    if (event.type !== 'tool_result' || !begun) continue;
    const failed = event.ok ? {} : { 'error.type': event.text.split(':')[0]?.slice(0, 80) ?? 'failed' };
    spans.set(event.id, {
      ...begun,
      end: at,
      attributes: { ...begun.attributes, ...failed },
      error: event.ok ? null : event.text.slice(0, 500),
    });
  }
  // An interrupted tool ended with its attempt.
  return [...spans.values()].map((span) => (span.end === null ? { ...span, end: attempt.end } : span));
}

const hash = (text: string, length: 16 | 32): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length);
