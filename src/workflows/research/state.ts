import { z } from 'zod';
import { RESEARCH_STAGES, Stages } from '#contracts/stages.ts';
import { Depth } from './depths.ts';
import { LeaveReply, PlanReply, ReplyTo } from './replies.ts';

export const Ask = z.object({
  /** The project whose code, history and documents are searched. */
  folder: z.string(),
  question: z.string().min(1),
  depth: Depth,
  /** Searches only these ingested sources; empty means all. */
  sources: z.array(z.string()).default([]),
  /** Whether a person sees the findings, and decides how to continue, before anything is written. */
  pauses: z.boolean().default(false),
  /** Whether the web may be searched: the words go to a third party. */
  web: z.boolean().default(false),
  /** The stages, in order. */
  stages: Stages.default(RESEARCH_STAGES),
  /** The agent that defines the stages, and its prompt. */
  agent: z.object({ name: z.string(), says: z.string() }).optional(),
  /** The conversation that it belongs to. */
  chat: z.string().optional(),
  /** The run whose answer this question follows up: only new passages are searched. */
  follows: z.string().optional(),
  /** The answer of that run. */
  before: z.object({ question: z.string(), answer: z.string(), seen: z.array(z.string()) }).optional(),
  /** `PROVIDER:NAME` or a tier, if the person chose one. */
  model: z.string().optional(),
  /** A scripted model answers. */
  simulated: z.boolean().default(false),
});
export type Ask = z.infer<typeof Ask>;

/** The analyst's proposal. */
export const Analysis = z.object({
  understanding: z.string().min(1).describe('What is asked, in one sentence.'),
  queries: z.array(z.string().min(1)).min(1).describe('Words to look for, each about one part of the question.'),
});
export type Analysis = z.infer<typeof Analysis>;

/** A passage that was found, with its place. */
export const FoundPassage = z.object({
  id: z.string(),
  cite: z.string(),
  title: z.string(),
  text: z.string(),
  trust: z.number(),
});
export type FoundPassage = z.infer<typeof FoundPassage>;

const WrittenClaim = z.object({
  text: z.string().min(1).describe('One sentence that says one thing.'),
  citations: z
    .array(z.object({ passage: z.string().describe('The id of a passage, such as S3.'), quote: z.string() }))
    .describe('Quotes of the passage, word for word, that say it.'),
});

/** The writer's claims: sentence by sentence, each with quotes. It does not give the verdict. */
export const Synthesis = z.object({
  claims: z.array(WrittenClaim).min(1),
  unanswered: z.array(z.string()).default([]).describe('Parts of the question that the passages do not answer.'),
  followUps: z.array(z.string()).default([]).describe('Questions that this answer raises.'),
});
export type Synthesis = z.infer<typeof Synthesis>;

/** Web results, as short excerpts. */
export const WebHit = z.object({ title: z.string(), url: z.string(), text: z.string() });
export type WebHit = z.infer<typeof WebHit>;

/** Notes of a thinking stage for later ones. */
export const StageNote = z.object({ name: z.string(), text: z.string().min(1) });

/**
 * Everything known on the way from a question to its answer. Each stage hands on a new one; nothing in it is changed.
 */
export const Work = z.object({
  ask: Ask,
  /** The index of the next stage. */
  at: z.number().int().default(0),
  /** The last stage after which a person was shown the findings. */
  shown: z.number().int().default(-1),
  analysis: Analysis,
  web: z.array(WebHit).default([]),
  notes: z.array(StageNote).default([]),
  passages: z.array(FoundPassage).default([]),
  /** From 1: the first writing is the first round. */
  round: z.number().int().default(1),
  /** The problems of the previous round, by claim. */
  problems: z.array(z.object({ claim: z.string(), reasons: z.array(z.string()) })).default([]),
  /** Claims of earlier rounds that hold: they are kept, whatever the next round yields. */
  kept: z.array(WrittenClaim).default([]),
  /** The last draft. */
  synthesis: Synthesis.nullable().default(null),
});
export type Work = z.infer<typeof Work>;

/** The state while a person may leave. `first`: their first reply, if only a model read it as leaving. */
export const Leaving = z.object({ work: Work, first: z.string().nullable() });

/** A reply whose words alone do not show its meaning. */
export const UnreadReply = Leaving.extend({ asked: ReplyTo, said: z.string() });

/** The same, with a model's reading of it; null if no model is believed. */
export const ReadReply = UnreadReply.extend({ meant: PlanReply.or(LeaveReply).nullable() });

export const CheckedSentence = z.object({
  text: z.string(),
  label: z.enum(['supported', 'unsupported']),
  reasons: z.array(z.string()),
  /** Numbers of the sources it cites. */
  markers: z.array(z.number().int()),
});

export const Report = z.object({
  question: z.string(),
  depth: Depth,
  /**
   * `answered`: every sentence is supported. `partly`: some are not, and are marked. `no-sources`: nothing was found.
   */
  outcome: z.enum(['answered', 'partly', 'unsupported', 'no-sources', 'left']),
  sentences: z.array(CheckedSentence),
  sources: z.array(z.object({ marker: z.number().int(), cite: z.string(), title: z.string(), trust: z.number() })),
  scores: z.object({
    grounding: z.number(),
    citationAccuracy: z.number(),
    relations: z.number(),
    contradictions: z.number().int(),
  }),
  rounds: z.number().int(),
  unanswered: z.array(z.string()),
  followUps: z.array(z.string()),
  markdown: z.string(),
  /** The same in at most 1,500 characters, for a later reader. */
  summary: z.string().default(''),
  /** The places of passages that were read: a follow-up searches for others. */
  seen: z.array(z.string()),
  /** The person's reply to "Leave it?", if it was neither yes nor no. */
  instead: z.string().optional(),
});
export type Report = z.infer<typeof Report>;

/** The page that a person sees when a research pauses. */
export const PauseQuestion = z.object({
  text: z.string(),
  /** The findings and the numbered choices, as a page. */
  report: z.string(),
  queries: z.array(z.string()),
  found: z.array(z.object({ title: z.string(), cite: z.string() })),
  choices: z.array(z.string()),
  /** Any other words are an answer too; this says how they are used. */
  other: z.string(),
});
export type PauseQuestion = z.infer<typeof PauseQuestion>;
