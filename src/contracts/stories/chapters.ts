import { z } from 'zod';

/** A part of a workflow's story, and what its steps do. A workflow brings its own; the page is sent them. */
export const Chapter = z.object({
  title: z.string(),
  /** Title of each node, for a person who watches. */
  steps: z.record(z.string(), z.string()),
  /** Nodes that only hand on what they were given: told where they fail or ask. */
  passing: z.array(z.string()).optional(),
});
export type Chapter = z.infer<typeof Chapter>;

export const isPassing = (chapters: readonly Chapter[] | null, node: string): boolean =>
  chapters?.some(({ passing }) => passing?.includes(node)) ?? false;

/** `typeAdversary` as a person writes it; other texts stay as they are. */
export const nameInWords = (name: string): string => {
  if (!/^[a-z]+(?:[A-Z][a-z]*|-[a-z]+)*$/.test(name)) return name;
  const words = name.replaceAll('-', ' ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};
