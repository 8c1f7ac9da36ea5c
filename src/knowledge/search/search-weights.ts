import type { SearchWeights } from '#contracts/config.ts';

/** What a signal goes by. */
type SignalKind = keyof SearchWeights;

/** As they were learned: each ground counts once. */
export const LEARNED: SearchWeights = { words: 1, history: 1, meaning: 1, graph: 1 };

/** Whatever is not listed goes by words. */
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
