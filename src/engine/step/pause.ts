import type { Transition } from './transition.ts';

/** Nothing more is started until the run is resumed. A person's pause also replaces the budget's. */
export function pause(t: Transition, reason: 'budget' | 'person', detail: string): void {
  const { status, pausedBy } = t.state;
  if (status !== 'running' && !(status === 'paused' && reason === 'person' && pausedBy === 'budget')) return;
  t.emit('run.paused', { reason, detail });
  for (const { act, status } of t.state.acts.values()) {
    if (status.is === 'ready') t.command({ do: 'withdraw', act });
  }
}
