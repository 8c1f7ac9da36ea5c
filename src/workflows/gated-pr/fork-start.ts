import type { ForkStart } from '#contracts/run-workspaces.ts';
import type { GatedState } from './state.ts';

/**
 * What a fork puts in the place of a workspace that its log names and another run has. What was written there and not
 * yet submitted never happened in the fork. The log may name a place that its last state does not have: an action was
 * cut short after it was made, for the same PR at its checkpoint or for the next one.
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
