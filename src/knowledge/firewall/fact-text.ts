import { z } from 'zod';
import type { KnowledgeNode } from '../store/node-types.ts';

const Confirmed = z.object({ confirmed: z.array(z.string()).min(1) });
const MOST = 3;

/** A note with what code confirmed of it. The sentence around that is an agent's, and says so. */
export function factText({ text, meta }: Pick<KnowledgeNode, 'text' | 'meta'>): string {
  const read = Confirmed.safeParse(meta);
  if (!read.success) return text;
  const { confirmed } = read.data;
  const more = confirmed.length > MOST ? `; and ${confirmed.length - MOST} more` : '';
  return `${text} (an agent’s words; confirmed: ${confirmed.slice(0, MOST).join('; ')}${more})`;
}
