import type { ForkStart } from '#contracts/run-workspaces.ts';
import type { GatedState } from './state.ts';

/**
 * The replacement in a fork for a workspace that its log names and another run has. What was written there and not yet
 * submitted is not part of the fork. The log may name a workspace that its last state lacks: an action was interrupted
 * after it was made, for the same PR at its checkpoint or for the next one.
 */
export function forkStartFor(state: GatedState, place: string): ForkStart {
  const { main, base, checkpoint, final, finished, pending, acceptedTree } = state;
  const isOfThisPr = /-pr(\d+)(-r\d+)?$/.exec(place)?.[1] === String(finished.length + 1);
  if (!isOfThisPr) return { from: main };
  // The final commit has the files of the last checkpoint until the plan is marked on top of it.
  const point = final && final.tree === checkpoint?.tree ? final : (checkpoint ?? base);
  const tree = pending?.tree ?? acceptedTree;
  const isOver = state.place === place && final === null && tree !== null && tree !== point?.tree;
  return { from: point?.commit ?? main, ...(isOver && { tree }) };
}
