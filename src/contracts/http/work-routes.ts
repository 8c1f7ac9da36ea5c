import { z } from 'zod';
import { Budget } from '../usage.ts';
import { SteerResult } from './act-routes.ts';
import { get, post, remove } from './route.ts';
import { runParam } from './run-routes.ts';

const folder = z.string().min(1).max(4_096);

/** Something that was found in a repository, and what spoke for it. */
const Found = z.object({ value: z.string(), why: z.string() }).nullable();

/** What a folder has for Assay to work on. */
export const FolderLook = z.object({
  /** The top of its repository. */
  folder: z.string(),
  name: z.string(),
  /** `.assay/config.json` is there. */
  configured: z.boolean(),
  main: z.string().nullable(),
  /** Files that read as a plan, with the PRs they have. */
  plans: z.array(z.object({ path: z.string(), open: z.array(z.string()), done: z.number() })),
  specs: z.array(z.string()),
  /** What a configuration would say. */
  setup: z.object({ main: Found, plan: Found, preflight: Found, test: Found }),
});
export type FolderLook = z.infer<typeof FolderLook>;

/** One thing that work rests on: whether it is there, and what to do where it is not. */
export const LookedAt = z.object({
  name: z.enum(['sandbox', 'configuration', 'plan', 'engineer', 'reviewer', 'preflight', 'tests']),
  ok: z.boolean(),
  seen: z.string(),
  next: z.string().optional(),
  /** The end of what was printed, where something ran. */
  output: z.string().optional(),
  /** It may be used, and a person should know this of it. */
  warning: z.string().optional(),
});
export type LookedAt = z.infer<typeof LookedAt>;

const who = {
  /** As `--backend` and `--model` take them; the configuration's without. */
  backend: z.string().max(200).optional(),
  model: z.string().max(200).optional(),
};

const planWork = z.object({
  ...{ folder, plan: z.string().min(1).max(1_000), ...who, budget: Budget.default({}) },
  /** Stops at each draft, before any code is written, for a person's yes. */
  approveDrafts: z.boolean().default(false),
});

export const workRoutes = {
  /** Repositories that were worked in, the last one first. */
  folders: get('/api/folders', {
    answer: z.object({ folders: z.array(z.object({ folder: z.string(), at: z.number() })) }),
  }),
  lookAtFolder: get('/api/folder', { query: z.object({ path: folder }), answer: FolderLook }),
  /** Tries the set-up on main, then writes `.assay/config.json` and a plan to write over where none is named; refuses where there is one. */
  initFolder: post('/api/folder/init', {
    body: z.object({
      folder,
      main: z.string().min(1).max(200),
      plan: z.string().max(1_000).default(''),
      preflight: z.string().max(1_000).default(''),
      test: z.array(z.string().min(1).max(40)).max(20).default([]),
    }),
    answer: z.object({
      written: z.array(z.string()),
      /** The command that commits it. */
      next: z.string(),
      /** What the tests said on main; null where this machine cannot measure. */
      tests: z.string().nullable(),
    }),
  }),
  /** All that a plan's work rests on, looked at as `assay run` does: tests and preflight are run on main. Begins nothing. */
  lookAtPlan: post('/api/work/plan/look', {
    body: planWork,
    answer: z.object({ ready: z.boolean(), looked: z.array(LookedAt) }),
  }),
  /** Agents make the open PRs of a plan, one after the other. Driven by this server. */
  startPlan: post('/api/work/plan', {
    body: planWork,
    answer: SteerResult,
  }),
  /** Hybrid TDD: tests and code from one spec, blind to each other. */
  startSpec: post('/api/work/spec', {
    body: z.object({
      folder,
      /** A path in the repository, or the spec itself. */
      spec: z.string().min(1).max(200_000),
      mode: z.enum(['parallel', 'speculative', 'sequential']).default('parallel'),
      strict: z.boolean().default(false),
      ...who,
      budget: Budget.default({}),
    }),
    answer: SteerResult,
  }),
  /** One that is over and not kept. */
  deleteRun: remove('/api/runs/:run', { params: runParam, answer: z.object({ deleted: z.literal(true) }) }),
};
