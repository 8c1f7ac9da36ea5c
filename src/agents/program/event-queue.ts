/** An async queue: pushed events are iterated in order, until it is closed and empty. */
export interface EventQueue<Event> {
  push(event: Event): void;
  close(): void;
  readonly events: AsyncIterable<Event>;
}

export function eventQueue<Event>(): EventQueue<Event> {
  const waiting: Event[] = [];
  let open = true;
  let wake: () => void = () => undefined;
  async function* drain(): AsyncGenerator<Event> {
    for (;;) {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) yield next;
      if (!open) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
  return {
    push(event) {
      if (!open) return;
      waiting.push(event);
      wake();
    },
    close() {
      open = false;
      wake();
    },
    events: drain(),
  };
}
