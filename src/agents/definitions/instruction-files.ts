/** What a project tells every agent, in the order in which the first that is there counts. */
export const INSTRUCTION_FILES = ['AGENTS.md', 'CLAUDE.md'] as const;
