/** Names of the workflows that screens show in a way of their own. */
export const GATED_PR = 'gated-pr';
export const HYBRID_TDD = 'hybrid-tdd';
export const RESEARCH = 'research';
