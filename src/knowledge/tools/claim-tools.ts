import { z } from 'zod';
import { defineTool, type Tool } from '#contracts/tool.ts';
import { checkAnswer } from '../claims/check-answer.ts';
import type { SourcePassage } from '../claims/quoted-place.ts';
import { sentencesOf } from '../claims/sentences.ts';
import { disagree } from '../conflicts/disagree.ts';
import type { Knowledge } from '../knowledge.ts';
import { citeOf, passageAt } from './passages.ts';

const READS = { readOnly: true, destructive: false, idempotent: true, openWorld: false } as const;
const Claims = z.object({
  claims: z
    .array(
      z.object({
        text: z.string().min(1).max(2_000).describe('One sentence that says one thing'),
        citations: z
          .array(z.object({ cite: z.string().describe('A place as research gives it'), quote: z.string() }))
          .default([]),
      }),
    )
    .min(1)
    .max(50),
});
const EXAMPLE = {
  claims: [
    {
      text: 'A lease is held for 10 seconds.',
      citations: [{ cite: 'docs/leases.md:1-4', quote: 'held for 10 seconds' }],
    },
  ],
};

type Open = () => Promise<Knowledge>;

/** The claims of an answer, compared with the documents it cites. Code compares; no model is asked. */
export function claimTools(open: Open): Tool[] {
  return [checkEntities(open), checkCitations(open), checkRelations(open), checkContradictions(open)];
}

const checkEntities = (open: Open) =>
  defineTool({
    name: 'check_entities',
    title: 'Names and numbers of an answer',
    description: 'Whether every name and number that claims use occurs at the places they cite. At least 0.8 should.',
    input: Claims,
    output: z.object({
      grounding: z.number(),
      claims: z.array(z.object({ text: z.string(), grounding: z.number(), reasons: z.array(z.string()) })),
    }),
    annotations: READS,
    examples: [{ title: 'One claim', input: EXAMPLE }],
    errors: {},
    run: async (input) => {
      const { grounding, claims } = checked(await open(), input);
      const missing = (reasons: readonly string[]): string[] =>
        reasons.filter((reason) => reason.startsWith('the cited place does not have'));
      const told = claims.map((each) => ({
        ...{ text: each.text, grounding: each.grounding },
        reasons: missing(each.reasons),
      }));
      return { ok: true, output: { grounding, claims: told } };
    },
  });

const checkCitations = (open: Open) =>
  defineTool({
    name: 'check_citations',
    title: 'Citations of an answer',
    description:
      'Whether each quote occurs word for word at the place it cites and supports the claim. Otherwise the claim is unsupported.',
    input: Claims,
    output: z.object({
      accuracy: z.number(),
      supported: z.number(),
      claims: z.array(
        z.object({ text: z.string(), label: z.enum(['supported', 'unsupported']), reasons: z.array(z.string()) }),
      ),
    }),
    annotations: READS,
    examples: [{ title: 'One claim', input: EXAMPLE }],
    errors: {},
    run: async (input) => {
      const { citationAccuracy, supported, claims } = checked(await open(), input);
      const told = claims.map(({ text, label, reasons }) => ({ text, label, reasons: [...reasons] }));
      return { ok: true, output: { accuracy: citationAccuracy, supported, claims: told } };
    },
  });

const checkRelations = (open: Open) =>
  defineTool({
    name: 'check_relations',
    title: 'Who does what to whom',
    description: 'Whether claims keep the sides of what their places say: "A calls B" is not "B calls A".',
    input: Claims,
    output: z.object({
      kept: z.number(),
      claims: z.array(z.object({ text: z.string(), kept: z.boolean(), reasons: z.array(z.string()) })),
    }),
    annotations: READS,
    examples: [{ title: 'One claim', input: EXAMPLE }],
    errors: {},
    run: async (input) => {
      const { relations, claims } = checked(await open(), input);
      const told = claims.map(({ text, relationsKept, reasons }) => ({
        ...{ text, kept: relationsKept },
        reasons: relationsKept
          ? []
          : reasons.filter((reason) => reason.startsWith('the cited place says it otherwise')),
      }));
      return { ok: true, output: { kept: relations, claims: told } };
    },
  });

/** How many passages are searched for a word that contradicts a claim. */
const MOST_PASSAGES = 20;

const checkContradictions = (open: Open) =>
  defineTool({
    name: 'check_contradictions',
    title: 'What speaks against it',
    description: 'What the cited places, and other documents that were read, say against claims.',
    input: Claims,
    output: z.object({
      contradictions: z.number(),
      claims: z.array(
        z.object({
          text: z.string(),
          cited: z.array(z.string()),
          others: z.array(z.object({ cite: z.string(), sentence: z.string(), detail: z.string() })),
        }),
      ),
    }),
    annotations: READS,
    examples: [{ title: 'One claim', input: EXAMPLE }],
    errors: {},
    run: async (input) => {
      const knowledge = await open();
      const { claims } = checked(knowledge, input);
      const told = claims.map(({ text, contradictions }) => ({
        ...{ text, cited: [...contradictions] },
        others: knowledge.store.search(text, { domain: 'academic', limit: MOST_PASSAGES }).flatMap(({ node }) =>
          sentencesOf(node.text).flatMap((sentence) => {
            const found = disagree(text, sentence);
            return found === null ? [] : [{ cite: citeOf(node), sentence, detail: found.detail }];
          }),
        ),
      }));
      const contradictions = told.reduce((sum, { cited, others }) => sum + cited.length + others.length, 0);
      return { ok: true, output: { contradictions, claims: told } };
    },
  });

function checked(knowledge: Knowledge, { claims }: z.infer<typeof Claims>) {
  const passages = new Map<string, SourcePassage>();
  for (const cite of claims.flatMap(({ citations }) => citations.map((each) => each.cite))) {
    const node = passageAt(knowledge, cite);
    if (node) passages.set(cite, { id: cite, text: node.text });
  }
  const plain = claims.map(({ text, citations }) => ({
    text,
    citations: citations.map(({ cite, quote }) => ({ passage: cite, quote })),
  }));
  return checkAnswer(plain, [...passages.values()]);
}
