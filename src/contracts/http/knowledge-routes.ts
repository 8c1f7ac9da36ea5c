import { z } from 'zod';
import { get, post, wholeNumber } from './route.ts';

/** An indexed project: its name in the address, and its folder. */
const KnownProject = z.object({
  id: z.string(),
  root: z.string(),
  files: z.number(),
  symbols: z.number(),
  /** How many items wait for a person. */
  waiting: z.number(),
});
export type KnownProject = z.infer<typeof KnownProject>;

/** How trustworthy an entry is, and whether it is current. */
const KnownStanding = z.object({
  /** From 0 to 1, with its origin: verified_code, user, article … */
  trust: z.number(),
  level: z.string(),
  freshness: z.number(),
  /** The file it was read from has changed since. */
  changed: z.boolean(),
  verifiedAt: z.number(),
});
export type KnownStanding = z.infer<typeof KnownStanding>;

const KnownPlace = z.object({
  /** The link to its neighbourhood: `src/a.ts#Stack.push`. */
  name: z.string(),
  label: z.string(),
  kind: z.string(),
  path: z.string().nullable(),
  first: z.number().nullable(),
  last: z.number().nullable(),
  standing: KnownStanding,
});
export type KnownPlace = z.infer<typeof KnownPlace>;

const Neighbour = z.object({
  by: z.string(),
  way: z.enum(['in', 'out']),
  /** The text names exactly this one; else it is the most likely one of that name. */
  sure: z.boolean(),
  place: KnownPlace,
});
export type Neighbour = z.infer<typeof Neighbour>;

/** What an agent asked to remember and no check could confirm or deny. */
const WaitingFact = z.object({
  id: z.number(),
  statement: z.string(),
  by: z.string(),
  reasons: z.array(z.string()),
  at: z.number(),
  expiresAt: z.number(),
});
export type WaitingFact = z.infer<typeof WaitingFact>;

const project = z.string().regex(/^(?!\.)[\w.-]{1,80}$/);

export const knowledgeRoutes = {
  knownProjects: get('/api/knowledge', { answer: z.object({ projects: z.array(KnownProject) }) }),
  searchKnown: get('/api/knowledge/:project/search', {
    params: z.object({ project }),
    query: z.object({ question: z.string().min(1).max(4_000) }),
    answer: z.object({
      places: z.array(KnownPlace),
      notes: z.array(z.object({ text: z.string(), source: z.string(), kind: z.string(), standing: KnownStanding })),
    }),
  }),
  neighbourhood: get('/api/knowledge/:project/around', {
    params: z.object({ project }),
    query: z.object({ name: z.string().min(1).max(1_000) }),
    answer: z.object({ centre: KnownPlace, signature: z.string(), neighbours: z.array(Neighbour), more: wholeNumber }),
  }),
  waitingFacts: get('/api/knowledge/:project/review', {
    params: z.object({ project }),
    answer: z.object({
      waiting: z.array(WaitingFact),
      disputed: z.array(z.object({ id: z.number(), kind: z.string(), detail: z.string(), texts: z.array(z.string()) })),
    }),
  }),
  decideFact: post('/api/knowledge/:project/review', {
    params: z.object({ project }),
    body: z.object({ id: z.number().int(), decision: z.enum(['approve', 'reject']) }),
    answer: z.object({ waiting: z.number() }),
  }),
  resolveDispute: post('/api/knowledge/:project/settle', {
    params: z.object({ project }),
    body: z.object({ id: z.number().int(), keep: z.enum(['newer', 'trusted', 'both']) }),
    answer: z.object({ disputed: z.number() }),
  }),
  readAgain: post('/api/knowledge/:project/read', {
    params: z.object({ project }),
    body: z.object({}),
    answer: z.object({ files: z.number(), changed: z.number(), removed: z.number() }),
  }),
};
