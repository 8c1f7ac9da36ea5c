import type { GatedState } from '../state.ts';

/** Whether a second author writes tests. On by default if Assay starts the agents; with a person's own client, they choose it. */
export const asksBlind = (said: boolean | undefined, mode: GatedState['mode']): boolean => said ?? mode === 'hosted';
