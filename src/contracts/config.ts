import { z } from 'zod';
import { PermissionSettings } from './permission.ts';
import { ToolSettings } from './toolchain.ts';

/** The path of a project's configuration, from its top folder. Committed; gates read it from the base commit. */
export const CONFIG_PATH = '.assay/config.json';
/** The version this Assay writes. An older file is read; a newer one is refused. */
export const CONFIG_VERSION = 1;

const name = z.string().trim().min(1);

export const ConfigPath = z
  .string()
  .min(1)
  .regex(/^(?!\/)(?!.*(^|\/)\.\.(\/|$))[^\0\\]*$/)
  .describe('a path inside the project, with "/", relative to its top');

/** A shell line, or a program with its arguments. It comes from a commit of the person. */
export const CommandLine = z
  .union([z.string().trim().min(1), z.array(z.string().min(1)).min(1)])
  .describe('a shell line, or a list of a program and its arguments: "npm run check" or ["npm", "run", "check"]');
export type CommandLine = z.infer<typeof CommandLine>;

const times = z.number().int().positive().describe('a whole number above 0');
const share = z.number().min(0).max(1).describe('a number from 0 to 1');

/** Which backend does a kind of work, and with which model. */
export const AgentChoice = z
  .strictObject({
    backend: z
      .string()
      .regex(/^(native|claude|codex|acp:.+)$/)
      .describe('"native", "claude", "codex" or "acp:COMMAND"')
      .optional(),
    model: z
      .string()
      .regex(/^[a-z0-9][\w-]*:.+$/i)
      .describe('PROVIDER:NAME, such as "anthropic:claude-sonnet"')
      .optional(),
  })
  .describe('an object with "backend" and "model"');
export type AgentChoice = z.infer<typeof AgentChoice>;

/** A server that speaks OpenAI's Chat Completions, under a name of its own: `NAME:MODEL`. */
export const EndpointSettings = z
  .strictObject({
    baseUrl: z.url({ protocol: /^https?$/ }).describe('an address such as "http://127.0.0.1:8000/v1"'),
    /** Only in the person's own file: one in a project could send any of their keys anywhere. */
    keyVariable: name.describe('the name of the variable that holds the key').optional(),
    structuredOutput: z.boolean().describe('true or false').default(false),
    namesModel: z.boolean().describe('true or false').default(true),
    images: z.boolean().describe('true or false').optional(),
    local: z.boolean().describe('true or false').optional(),
  })
  .describe('an object with "baseUrl", "keyVariable", "structuredOutput", "namesModel", "images", "local"');
export type EndpointSettings = z.infer<typeof EndpointSettings>;

/** Model tiers that an agent's definition may name instead of a model. */
export const MODEL_TIERS = ['fast', 'standard', 'deep'] as const;
export const ModelTier = z.enum(MODEL_TIERS);
export type ModelTier = z.infer<typeof ModelTier>;

const tools = ToolSettings.shape;
const tool = 'a tool’s name, or an object with "tool", "command" (a list) and "root"';

/** `.assay/config.json`. Every field is optional; missing values are discovered. */
export const AssayConfig = z.strictObject({
  $schema: z.string().describe('the address of a JSON schema, for editors').optional(),
  version: z.literal(CONFIG_VERSION).describe(`${CONFIG_VERSION}`).default(CONFIG_VERSION),
  main: name.describe('the name of the branch that work is merged into').optional(),
  plan: ConfigPath.describe('the path of the master plan, from the project’s top').optional(),
  preflight: z
    .union([CommandLine, z.literal(false)])
    .describe('a command that checks the project (lint, types, build), or false where it has none')
    .optional(),
  test: tools.test.describe(`${tool}, also "setup", "env", "timeout" and "include", or a list of these`).optional(),
  lint: tools.lint.describe(tool).optional(),
  format: tools.format.describe(tool).optional(),
  typecheck: tools.typecheck.describe(tool).optional(),
  lsp: tools.lsp.describe(tool).optional(),
  packageManager: tools.packageManager.describe(tool).optional(),
  services: tools.services
    .unwrap()
    .describe(
      'an object: "postgres": true, "redis": true, or a name → {"command", "ready", "env", "seconds"}; each is started afresh for every run of the tests',
    )
    .optional(),
  thresholds: z
    .strictObject({
      /** The minimum share of mutants of changed lines that must be killed. */
      mutationScore: share.optional(),
      /** The minimum share of changed lines that tests must run. */
      coverage: share.optional(),
      /** Measured failures before scope reduction is offered. */
      scopeReduction: times.optional(),
      /** Measured failures before escalation is offered, also on a task that was replanned. */
      escalation: times.optional(),
      escalationReplanned: times.optional(),
      /** How many changed functions of a PR may be unmeasurable; default 0. */
      unmeasured: z.number().int().nonnegative().describe('a whole number from 0').optional(),
    })
    .describe(
      'an object with "mutationScore", "coverage", "scopeReduction", "escalation", "escalationReplanned", "unmeasured"',
    )
    .optional(),
  steps: z
    .enum(['reached', 'whole'])
    .describe(
      '"reached": a step runs the test files that its change reaches, and all of them run before its checkpoint; "whole": every step runs all; where it is left out: "reached" where main takes longer than 30 seconds',
    )
    .optional(),
  mayChange: z
    .array(z.string().min(1))
    .describe('a list of patterns: files that decide how work is measured but that a PR may still change')
    .optional(),
  unproven: z
    .array(name)
    .describe('a list of test runners without a proof pack whose tests still count: ["rspec"]')
    .optional(),
  merge: z
    .enum(['local', 'push', 'pr'])
    .describe(
      '"local": a merge stays in this repository; "push": the remote’s main is moved to it first; "pr": a pull request is opened with gh or glab, and merged when its checks pass',
    )
    .optional(),
  reviewer: z
    .union([name, z.strictObject({ command: CommandLine })])
    .describe('the name of an agent, or {"command": …} that gets the PR as JSON and prints {"findings": […]}')
    .optional(),
  blindTests: z
    .boolean()
    .describe(
      'whether a second agent writes tests from the plan alone, which the first never sees; where it is left out: in hosted runs',
    )
    .optional(),
  setup: z
    .strictObject({
      copy: z
        .array(z.string().min(1))
        .describe('a list of patterns as in .gitignore: ignored files of the checkout that workspaces need too')
        .optional(),
      install: CommandLine.optional(),
    })
    .describe('an object with "copy" and "install"')
    .optional(),
  workspace: z
    .strictObject({
      submodules: z
        .enum(['as-checked-out', 'leave-empty', 'refuse'])
        .describe('"as-checked-out", "leave-empty" or "refuse"')
        .optional(),
      filters: z.enum(['refuse', 'raw']).describe('"refuse" or "raw"').optional(),
    })
    .describe('an object with "submodules" and "filters"')
    .optional(),
  backend: AgentChoice.shape.backend,
  model: AgentChoice.shape.model,
  agents: z.record(name, AgentChoice).describe('an object: agent’s name → {"backend", "model"}').optional(),
  tiers: z
    .strictObject({ fast: AgentChoice.shape.model, standard: AgentChoice.shape.model, deep: AgentChoice.shape.model })
    .describe('an object with "fast", "standard" and "deep", each PROVIDER:NAME')
    .optional(),
  endpoints: z
    .record(z.string().regex(/^[a-z][a-z0-9-]*$/), EndpointSettings)
    .describe('an object: a lower-case name → {"baseUrl", …}, a server that speaks OpenAI’s Chat Completions')
    .optional(),
  permissions: PermissionSettings.describe('an object with "mode", "rules" and "dangerous"').optional(),
  budget: z
    .strictObject({
      usd: z.number().positive().describe('a number above 0').optional(),
      tokens: z.number().positive().describe('a number above 0').optional(),
      seconds: z.number().positive().describe('a number above 0').optional(),
      attempts: times.optional(),
    })
    .describe('an object with "usd", "tokens", "seconds" and "attempts"')
    .optional(),
});
export type AssayConfig = z.infer<typeof AssayConfig>;

/** How many agents work at once on this machine, over all processes. */
export const SchedulingSettings = z.strictObject({
  agents: z.number().int().positive().describe('agents at once, a whole number above 0').optional(),
  perSession: z.number().int().positive().describe('agents at once of one project, a whole number above 0').optional(),
  perKind: z
    .record(z.string(), z.number().int().positive())
    .describe('agents at once of one kind, by its name')
    .optional(),
  calls: z.number().int().positive().describe('calls of one provider at once, a whole number above 0').optional(),
});
export type SchedulingSettings = z.infer<typeof SchedulingSettings>;

const weight = z.number().min(0).max(10).describe('a number from 0 to 10').default(1);

/** The weight of each signal when code is searched; 1 is the trained weight, 0 leaves the signal out. */
export const SearchWeights = z
  .strictObject({ words: weight, history: weight, meaning: weight, graph: weight })
  .refine((weights) => Object.values(weights).some((each) => each > 0), 'one of them must be above 0');
export type SearchWeights = z.infer<typeof SearchWeights>;

/** A server that speaks OpenAI's `POST /embeddings`. It is sent the project's code, so only a person may name it. */
export const EmbeddingSettings = z.strictObject({
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .refine((url) => !/^https?:\/\/[^/]*@/.test(url), 'no name and password in the address: name a keyVariable')
    .describe('an address such as http://127.0.0.1:11434/v1'),
  model: z.string().min(1).describe('the model, as the server calls it'),
  keyVariable: z.string().min(1).describe('the variable that holds the key; without it none is sent').optional(),
  dimensions: z
    .number()
    .int()
    .min(8)
    .max(8_192)
    .describe('numbers a vector, where the model lets one choose')
    .optional(),
  batch: z.number().int().min(1).max(2_048).describe('texts a call; 64 where it is left out').optional(),
});
export type EmbeddingSettings = z.infer<typeof EmbeddingSettings>;

/** `~/.assay/config.json`: the person's defaults for every project. */
export const PersonConfig = AssayConfig.pick({
  $schema: true,
  version: true,
  backend: true,
  model: true,
  agents: true,
  tiers: true,
  endpoints: true,
  permissions: true,
}).extend({
  scheduling: SchedulingSettings.optional(),
  embeddings: EmbeddingSettings.describe('an object with "baseUrl", "model" and more').optional(),
  search: z
    .strictObject({
      weights: SearchWeights.describe('an object with "words", "history", "meaning" and "graph", each from 0 to 10'),
    })
    .describe('an object with "weights"')
    .optional(),
  /** Not in a project's file, which an agent can write to: it removes what confines the measured code. */
  measure: z
    .literal('unsandboxed')
    .describe('"unsandboxed": where nothing can be isolated, connected mode measures on the bare machine')
    .optional(),
});
export type PersonConfig = z.infer<typeof PersonConfig>;
