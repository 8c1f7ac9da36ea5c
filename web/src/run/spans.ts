import type { ActivationId } from '#contracts/ids.ts';
import type { RunEvent } from '#contracts/run-events.ts';

export type SpanEnd = 'completed' | 'asked' | 'failed' | 'interrupted' | 'cancelled';

/** A period in which an activation worked, or waited for a person. */
export interface Span {
  readonly act: ActivationId;
  readonly attempt: number;
  readonly kind: 'work' | 'ask';
  readonly from: number;
  /** Null while it lasts. */
  readonly to: number | null;
  readonly end: SpanEnd | null;
}

type Open = { -readonly [K in keyof Span]: Span[K] };

/** Who was at work when, attempt by attempt. */
export function spansOf(events: readonly RunEvent[]): Span[] {
  const spans: Open[] = [];
  const open = new Map<ActivationId, Open>();
  const begin = (act: ActivationId, attempt: number, kind: Span['kind'], at: number): void => {
    const span: Open = { act, attempt, kind, from: at, to: null, end: null };
    open.set(act, span);
    spans.push(span);
  };
  const end = (act: ActivationId, at: number, how: SpanEnd): void => {
    const span = open.get(act);
    if (!span) return;
    span.to = at;
    span.end = how;
    open.delete(act);
  };
  for (const event of events) {
    switch (event.type) {
      case 'node.started':
        // A graph node that continues after its inside is the same period.
        if (!open.has(event.data.act)) begin(event.data.act, event.data.attempt, 'work', event.at);
        break;
      case 'graph.entered':
        begin(event.data.act, event.data.attempt, 'work', event.at);
        break;
      case 'node.completed':
        end(event.data.act, event.at, 'completed');
        break;
      case 'node.asked':
        end(event.data.act, event.at, 'asked');
        begin(event.data.act, event.data.attempt, 'ask', event.at);
        break;
      case 'node.failed':
        end(event.data.act, event.at, 'failed');
        if (event.data.next.do === 'ask') begin(event.data.act, event.data.attempt, 'ask', event.at);
        break;
      case 'graph.failed':
        end(event.data.act, event.at, 'failed');
        break;
      case 'node.interrupted':
        end(event.data.act, event.at, 'interrupted');
        break;
      case 'node.cancelled':
        end(event.data.act, event.at, 'cancelled');
        break;
      case 'signal.received':
        if (event.data.act !== null) end(event.data.act, event.at, 'completed');
        break;
    }
  }
  return spans;
}
