import { z } from 'zod';
import { defineTool, type Tool } from '#contracts/tool.ts';
import type { Knowledge } from '../knowledge.ts';
import { type ResolveOptions, resolve } from '../resolve/resolve.ts';
import type { NearQuery } from '../search/nearest-nodes.ts';
import { DOMAINS, KnowledgeKind } from '../store/kinds.ts';
import { answered } from './answered.ts';
import { knownPlace, knownPlaceOf, LinkedPlace, linkedPlace, linkedTo, NamedPlace } from './look-up.ts';

const READS = { readOnly: true, destructive: false, idempotent: true, openWorld: false } as const;
const Answer = z.object({ text: z.string(), tokens: z.number(), cached: z.boolean() });

type Open = () => Promise<Knowledge>;

/** Questions about everything known: code, history and documents. */
export function wholeTools(open: Open): Tool[] {
  return [searchAll(open), smartSearch(open), findUsages(open), findSimilar(open)];
}

const searchAll = (open: Open) =>
  defineTool({
    name: 'search_all',
    title: 'Search everything',
    description: 'Code, earlier runs and documents in one answer; a part that has nothing takes no room.',
    input: z.object({
      question: z.string().min(1).max(4_000),
      budget: z.number().int().min(100).max(8_000).default(800),
      domains: z
        .array(z.enum(DOMAINS))
        .min(1)
        .default([...DOMAINS]),
      minTrust: z.number().min(0).max(1).default(0),
    }),
    output: Answer,
    annotations: READS,
    examples: [{ title: 'Everything', input: { question: 'why do leases expire' } }],
    errors: {},
    positional: ['question'],
    run: async ({ question, budget, domains, minTrust }) =>
      answer(await open(), question, { budget, domains, minTrust }),
  });

/** The meaning of each effort: how much of the graph is searched, and whether disputed notes are shown. */
const EFFORTS = {
  quick: { budget: 400, depth: 0, conflicts: 'out' },
  moderate: { budget: 800, depth: 1, conflicts: 'in' },
  thorough: { budget: 2_400, depth: 2, conflicts: 'in' },
} as const satisfies Record<string, Pick<ResolveOptions, 'budget' | 'depth' | 'conflicts'>>;

const smartSearch = (open: Open) =>
  defineTool({
    name: 'smart_search',
    title: 'Search with a stated effort',
    description: 'As search_all; quick, moderate or thorough decides how much of the neighbourhood comes along.',
    input: z.object({
      question: z.string().min(1).max(4_000),
      effort: z.enum(['quick', 'moderate', 'thorough']).default('moderate'),
      budget: z.number().int().min(100).max(8_000).optional(),
    }),
    output: Answer,
    annotations: READS,
    examples: [{ title: 'Thorough', input: { question: 'retry when the stream breaks', effort: 'thorough' } }],
    errors: {},
    positional: ['question'],
    run: async ({ question, effort, budget }) =>
      answer(await open(), question, { ...EFFORTS[effort], ...(budget === undefined ? {} : { budget }) }),
  });

const findUsages = (open: Open) =>
  defineTool({
    name: 'find_usages',
    title: 'Who uses it',
    description: 'Every place that calls a symbol or imports a file, one step away.',
    input: z.object({ name: z.string().min(1) }),
    output: z.object({ usages: z.array(LinkedPlace) }),
    annotations: READS,
    examples: [{ title: 'A function', input: { name: 'runProcess' } }],
    errors: { SLICE_NOT_FOUND: 'Nothing in the project has that name.' },
    positional: ['name'],
    run: async ({ name }) => answered(async () => ({ usages: linkedTo(await open(), name, 'in').map(linkedPlace) })),
  });

const findSimilar = (open: Open) =>
  defineTool({
    name: 'find_similar',
    title: 'Things like this',
    description:
      'Functions like a symbol or a piece of code: look before you write another. With a domain or kinds: the nearest by meaning among those, decisions and documents too.',
    input: z.object({
      code: z.string().min(3).max(8_000).describe('The name of a symbol, code, or a sentence'),
      domain: z.enum(DOMAINS).optional(),
      kinds: z.array(KnowledgeKind).min(1).optional().describe('Such as function, type, decision, failure, doc'),
    }),
    output: z.object({ places: z.array(NamedPlace.extend({ near: z.number().optional() })) }),
    annotations: READS,
    examples: [{ title: 'By name', input: { code: 'runProcess' } }],
    errors: {},
    positional: ['code'],
    run: async ({ code, domain, kinds }, { signal }) => {
      const knowledge = await open();
      const [known] = /^[\w$.]+$/.test(code) ? knowledge.store.byName(code, ['function', 'type']) : [];
      const asked = known ? known.text : code;
      if (domain !== undefined || kinds !== undefined)
        return answered(async () => ({
          places: await nearest(knowledge, asked, known?.id, { domain, kinds, signal }),
        }));
      await knowledge.code.prepare(asked);
      const found = knowledge.code.search(asked, { limit: 10 }).flatMap(({ path, chunks }) =>
        chunks.slice(0, 2).map(({ symbol, first, last }) => ({
          ...{ name: symbol || path, kind: symbol === '' ? 'file' : 'function', place: `${path}:${first}-${last}` },
        })),
      );
      const own = known ? knownPlaceOf(known) : '';
      return { ok: true, output: { places: found.filter(({ place }) => place !== own).slice(0, 10) } };
    },
  });

async function nearest(
  { near }: Knowledge,
  text: string,
  own: number | undefined,
  { domain, kinds, signal }: { [K in keyof NearQuery]: NearQuery[K] | undefined },
) {
  const query = { ...(domain ? { domain } : {}), ...(kinds ? { kinds } : {}), ...(signal ? { signal } : {}) };
  const found = await near.find(text, { ...query, limit: 11 });
  return found
    .filter(({ node }) => node.id !== own)
    .slice(0, 10)
    .map(({ node, near: value }) => ({ ...knownPlace(node), near: Math.round(value * 1_000) / 1_000 }));
}

async function answer(knowledge: Knowledge, question: string, options: ResolveOptions) {
  const without = await knowledge.code.prepare(question);
  const { text, tokens, cached } = resolve(knowledge, question, { ...options, without });
  return { ok: true as const, output: { text, tokens, cached }, text };
}
