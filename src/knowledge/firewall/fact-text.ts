import { z } from 'zod';
import type { KnowledgeNode } from '../store/node-types.ts';

const Confirmed = z.object({ confirmed: z.array(z.string()).min(1) });
const MOST = 3;

/** A note with the parts that code confirmed. The sentence around them is an agent's, and is marked as such. */
export function factText({ text, meta }: Pick<KnowledgeNode, 'text' | 'meta'>): string {
  const read = Confirmed.safeParse(meta);
  if (!read.success) return text;
  const { confirmed } = read.data;
  const more = confirmed.length > MOST ? `; and ${confirmed.length - MOST} more` : '';
  return `${text} (an agent’s words; confirmed: ${confirmed.slice(0, MOST).join('; ')}${more})`;
}
