/** File names of a project's instructions for every agent; the first that exists counts. */
export const INSTRUCTION_FILES = ['AGENTS.md', 'CLAUDE.md'] as const;
