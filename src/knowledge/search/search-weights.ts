import type { SearchWeights } from '#contracts/config.ts';

/** The kind of information that a signal uses. */
type SignalKind = keyof SearchWeights;

/** The learned weights: each kind counts once. */
export const LEARNED: SearchWeights = { words: 1, history: 1, meaning: 1, graph: 1 };

/** Signals that are not listed use words. */
const KINDS: Readonly<Record<string, SignalKind>> = {
  said: 'history',
  similar: 'history',
  recent: 'history',
  given: 'history',
  prior: 'history',
  together: 'history',
  meaning: 'meaning',
  meaningTop: 'meaning',
  near: 'graph',
  folder: 'graph',
};

export const kindOfSignal = (signal: string): SignalKind => KINDS[signal] ?? 'words';
