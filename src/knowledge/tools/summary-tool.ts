import { z } from 'zod';
import { defineTool } from '#contracts/tool.ts';
import { Firewall } from '../firewall/firewall.ts';
import type { Knowledge } from '../knowledge.ts';

const Judged = z.object({ sentence: z.string(), reasons: z.array(z.string()) });
const MOST_SENTENCES = 40;

/**
 * A summary is a model's statement: each sentence passes the firewall separately, so that a wrong one affects no other.
 */
export const storeSummary = (open: () => Promise<Knowledge>) =>
  defineTool({
    name: 'store_summary',
    title: 'Store a summary of a session',
    description:
      'Keeps what a session found out, sentence by sentence: those whose files, symbols, calls and numbers are so are stored, those that cannot be told wait for a person, the others are refused with the reason. What happened in a run is recorded by itself; this is for what was learned about the code.',
    input: z.object({
      summary: z.string().min(3).max(8_000).describe('Short sentences, with names in `backticks`'),
      session: z.string().optional().describe('The run or conversation it is about'),
    }),
    output: z.object({ stored: z.array(z.string()), queued: z.array(Judged), blocked: z.array(Judged) }),
    annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    examples: [
      { title: 'Two findings', input: { summary: '`runProcess` calls `spawn`. Leases live in `src/engine`.' } },
    ],
    errors: {},
    positional: ['summary'],
    run: async ({ summary, session }) => {
      const { store, root, now } = await open();
      const wall = new Firewall(store, root, now);
      const stored: string[] = [];
      const waiting: { queued: z.infer<typeof Judged>[]; blocked: z.infer<typeof Judged>[] } = {
        queued: [],
        blocked: [],
      };
      for (const sentence of sentencesOfSummary(summary)) {
        const fact = {
          statement: sentence,
          references: [],
          by: 'agent',
          ...(session === undefined ? {} : { session }),
        };
        const { outcome, reasons } = wall.submit(fact);
        if (outcome === 'stored') stored.push(sentence);
        else waiting[outcome].push({ sentence, reasons: [...reasons] });
      }
      return { ok: true, output: { stored, ...waiting } };
    },
  });

/** Backticks stay: they mark names. */
const sentencesOfSummary = (text: string): string[] =>
  text
    .split(/\n+|(?<=[.!?])\s+(?=[\p{Lu}`])/u)
    .map((sentence) => sentence.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '').trim())
    .filter((sentence) => sentence.length >= 3)
    .map((sentence) => sentence.slice(0, 2_000))
    .slice(0, MOST_SENTENCES);
