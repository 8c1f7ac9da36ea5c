import { z } from 'zod';
import { Budget } from '../usage.ts';
import { SteerResult } from './act-routes.ts';
import { get, post, remove } from './route.ts';
import { runParam } from './run-routes.ts';

const folder = z.string().min(1).max(4_096);

/** Something found in a repository, and the reason for it. */
const Found = z.object({ value: z.string(), why: z.string() }).nullable();

/** What Assay can work on in a folder. */
export const FolderLook = z.object({
  /** The top of its repository. */
  folder: z.string(),
  name: z.string(),
  /** `.assay/config.json` exists. */
  configured: z.boolean(),
  main: z.string().nullable(),
  /** Files that parse as a plan, with their PRs. */
  plans: z.array(
    z.object({ path: z.string(), open: z.array(z.string()), done: z.number(), hint: z.string().optional() }),
  ),
  specs: z.array(z.string()),
  /** What a configuration would say. */
  setup: z.object({ main: Found, plan: Found, preflight: Found, test: Found }),
});
export type FolderLook = z.infer<typeof FolderLook>;

/** One precondition of work: whether it holds, and what to do if not. */
export const Precondition = z.object({
  name: z.enum(['sandbox', 'configuration', 'plan', 'engineer', 'reviewer', 'preflight', 'tests']),
  ok: z.boolean(),
  seen: z.string(),
  next: z.string().optional(),
  /** The end of the output, where something ran. */
  output: z.string().optional(),
  /** It may be used, but a person should know this about it. */
  warning: z.string().optional(),
});
export type Precondition = z.infer<typeof Precondition>;

const who = {
  /** As `--backend` and `--model` take them; default: the configuration's. */
  backend: z.string().max(200).optional(),
  model: z.string().max(200).optional(),
};

const planWork = z.object({
  ...{ folder, plan: z.string().min(1).max(1_000), ...who, budget: Budget.default({}) },
  /** Stops at each draft, before any code is written, until a person accepts it. */
  approveDrafts: z.boolean().default(false),
});

export const workRoutes = {
  /** Repositories that were worked in, the latest first. */
  folders: get('/api/folders', {
    answer: z.object({ folders: z.array(z.object({ folder: z.string(), at: z.number() })) }),
  }),
  lookAtFolder: get('/api/folder', { query: z.object({ path: folder }), answer: FolderLook }),
  /**
   * Tries the set-up on main, then writes `.assay/config.json` and, where no plan is named, a starter plan; refuses
   * where a configuration exists.
   */
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
      /** The test result on main; null where this machine cannot measure. */
      tests: z.string().nullable(),
    }),
  }),
  /**
   * All preconditions of work on a plan, checked as `assay run` does: tests and preflight run on main. Starts no work.
   */
  lookAtPlan: post('/api/work/plan/look', {
    body: planWork,
    answer: z.object({ ready: z.boolean(), looked: z.array(Precondition) }),
  }),
  /** Agents work on the open PRs of a plan, one after the other. Driven by this server. */
  startPlan: post('/api/work/plan', {
    body: planWork,
    answer: SteerResult,
  }),
  /** Hybrid TDD: tests and code from one spec, by agents that cannot see each other's work. */
  startSpec: post('/api/work/spec', {
    body: z.object({
      folder,
      /** A path in the repository, or the text of the spec. */
      spec: z.string().min(1).max(200_000),
      mode: z.enum(['parallel', 'speculative', 'sequential']).default('parallel'),
      strict: z.boolean().default(false),
      ...who,
      budget: Budget.default({}),
    }),
    answer: SteerResult,
  }),
  /** A run that is over and not kept. */
  deleteRun: remove('/api/runs/:run', { params: runParam, answer: z.object({ deleted: z.literal(true) }) }),
};
