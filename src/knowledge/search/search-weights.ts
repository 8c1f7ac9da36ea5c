import type { SearchWeights } from '#contracts/config.ts';
import type { SearchSignals } from './signals.ts';

/** What a signal goes by. */
type Ground = keyof SearchWeights;

/** As they were learned: each ground counts once. */
export const LEARNED: SearchWeights = { words: 1, history: 1, meaning: 1, graph: 1 };

/** Whatever is not listed goes by words. */
const GROUNDS: Partial<Record<keyof SearchSignals, Ground>> = {
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

export const groundOf = (signal: keyof SearchSignals): Ground => GROUNDS[signal] ?? 'words';
