import { nameInWords } from './stories/chapters.ts';

/** Names of the workflows that screens show in a way of their own. */
export const GATED_PR = 'gated-pr';
export const HYBRID_TDD = 'hybrid-tdd';
export const RESEARCH = 'research';

/** As people read it: `gated-pr` is Gated PR. */
export const workflowTitle = (name: string): string =>
  nameInWords(name).replaceAll(/\b(pr|tdd)\b/gi, (letters) => letters.toUpperCase());
