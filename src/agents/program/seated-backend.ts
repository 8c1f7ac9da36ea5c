import type { AgentPlace, AgentTask, Backend } from '#contracts/agent.ts';
import { type Ended, frameAttempt, type Telling } from './frame-attempt.ts';
import { type OpenSeat, type ProgramSeat, placeSeat } from './seat.ts';

/** What the work of one attempt by an agent's own program is done with. */
export interface SeatedWork {
  readonly task: AgentTask;
  readonly place: AgentPlace;
  readonly seat: ProgramSeat;
  readonly telling: Telling;
  readonly signal: AbortSignal;
}

export interface SeatedOptions {
  readonly openSeat?: OpenSeat;
  readonly simulated?: boolean;
}

/** A backend whose attempts are made by a program in a seat of its own, which is closed whatever happens. */
export const seatedBackend = (
  name: string,
  { openSeat = placeSeat, simulated = false }: SeatedOptions,
  work: (parts: SeatedWork) => Promise<Ended>,
): Backend => ({
  name,
  simulated,
  attempt: (task, place, signal) =>
    frameAttempt(task, signal, async (telling, own) => {
      const seat = await openSeat(task, place);
      try {
        return await work({ task, place: askedFrom(seat, place), seat, telling, signal: own });
      } finally {
        await seat.close();
      }
    }),
});

/** What is asked there is asked by somebody whose `~` is the seat's. On the bare machine it is the person's. */
function askedFrom({ sandboxed, home }: ProgramSeat, place: AgentPlace): AgentPlace {
  if (!sandboxed || home === null) return place;
  return { ...place, permit: (request, signal) => place.permit({ ...request, home }, signal) };
}
