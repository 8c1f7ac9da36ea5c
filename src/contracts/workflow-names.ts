import { nameInWords } from './stories/chapters.ts';

/** Names of the workflows that screens show in a way of their own. */
export const GATED_PR = 'gated-pr';
export const HYBRID_TDD = 'hybrid-tdd';
export const RESEARCH = 'research';

/** As people read it. */
export const workflowTitle = (name: string): string => TITLES[name] ?? nameInWords(name);

const TITLES: Readonly<Record<string, string>> = { [GATED_PR]: 'Gated PR', [HYBRID_TDD]: 'Hybrid TDD' };
