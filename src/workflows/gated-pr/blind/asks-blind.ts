import type { GatedState } from '../state.ts';

/** Whether a second author writes tests: on where Assay starts the agents anyway; where a person's own client works, they say so. */
export const asksBlind = (said: boolean | undefined, mode: GatedState['mode']): boolean => said ?? mode === 'hosted';
