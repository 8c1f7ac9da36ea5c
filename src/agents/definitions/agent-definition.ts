import { z } from 'zod';
import { AgentLimits, CompactAt } from '#contracts/agent.ts';
import { ModelTier } from '#contracts/config.ts';
import { explain, unknownFields } from './explain.ts';
import { readFrontMatter } from './front-matter.ts';
import { sha256 } from './hash.ts';
import { INSTRUCTION_FILES } from './instruction-files.ts';
import type { Problem } from './problem.ts';
import { SkillName } from './skill-definition.ts';
import { sourceProblem } from './source-pattern.ts';

/** A list, or a text with commas in between, as other programs write it. */
const names = z.union([
  z.array(z.string().trim().min(1)),
  z.string().transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
]);

const Head = z.object({
  name: SkillName,
  description: z.string().trim().min(1).max(1_024),
  model: z.union([ModelTier, z.string().regex(/^[a-z0-9][\w-]*:\S+$/i)]).optional(),
  tools: names.optional(),
  skills: names.optional(),
  sources: names.optional(),
  limits: AgentLimits.strict().default({}),
  context: z
    .strictObject({
      compactAt: CompactAt.optional(),
      instructions: z.array(z.enum(INSTRUCTION_FILES)).optional(),
    })
    .default({}),
});

const ALLOWED = {
  name: '1 to 64 of a-z, 0-9 and single hyphens inside',
  description: 'a text of 1 to 1024 characters: what the agent is for',
  model: 'fast, standard, deep or PROVIDER:NAME',
  tools: 'names of tools, * for any part',
  skills: 'names of skills',
  sources: 'files, folders and globs of the project',
  limits: 'turns, tokens, usd and seconds, each a number above 0',
  context: 'compactAt and instructions',
  'context.compactAt': 'a share of the context, above 0 and up to 1, or a whole number of tokens from 1000',
  'context.instructions': `a list of ${INSTRUCTION_FILES.join(', ')}`,
};

/** Who an agent is. */
export interface AgentDefinition {
  readonly name: string;
  readonly description: string;
  /** A tier, or `PROVIDER:NAME`. */
  readonly model?: string;
  /** Undefined: all there are. */
  readonly tools?: readonly string[];
  /** Always in its context, whole. */
  readonly skills: readonly string[];
  /** Files, folders and globs of the project, from its top: given to it to read. */
  readonly sources: readonly string[];
  readonly limits: AgentLimits;
  /** When its context is compacted: a share of it, or tokens; its backend's own where it is left out. */
  readonly compactAt?: number;
  readonly instructionFiles: readonly string[];
  /** What it is told. */
  readonly instructions: string;
  readonly file: string;
  /** SHA-256 of the file. */
  readonly hash: string;
}

export interface ReadAgent {
  readonly agent: AgentDefinition | null;
  readonly problems: readonly Problem[];
}

/** Claude Code's words for the tiers. */
const ALIASES: Readonly<Record<string, string>> = { haiku: 'fast', sonnet: 'standard', opus: 'deep' };

/** Pure. An agent from the text of its file. `lenient`: written for Claude Code, whose other fields are passed over. */
export function readAgent(text: string, file: string, lenient = false): ReadAgent {
  const read = readFrontMatter(text);
  if (!read.ok) {
    return {
      agent: null,
      problems: [{ severity: 'error', file, line: read.line, field: null, message: read.message }],
    };
  }
  const { file: head } = read;
  const warnings = lenient ? [] : unknownFields(file, head, Object.keys(Head.shape));
  const parsed = Head.safeParse(lenient ? translated(head.data) : head.data);
  if (!parsed.success)
    return { agent: null, problems: [...explain(file, head, parsed.error.issues, ALLOWED), ...warnings] };
  if (head.body === '') {
    const message = 'it has no text after its head: that is what the agent is told';
    return { agent: null, problems: [{ severity: 'error', file, line: null, field: null, message }, ...warnings] };
  }
  const { name, description, model, tools, skills = [], sources = [], limits, context } = parsed.data;
  const refused = sources
    .flatMap((source) => sourceProblem(source) ?? [])
    .map((message) => aboutSources('error', message));
  if (refused.length > 0) return { agent: null, problems: [...refused, ...warnings] };
  if (sources.length > 0 && !mayUse(parsed.data, 'read')) {
    warnings.push(aboutSources('warning', 'sources are read with the read tool, which tools does not name'));
  }
  const agent: AgentDefinition = {
    name,
    description,
    ...(model === undefined ? {} : { model }),
    ...(tools === undefined ? {} : { tools }),
    skills,
    sources,
    limits,
    ...(context.compactAt === undefined ? {} : { compactAt: context.compactAt }),
    instructionFiles: context.instructions ?? INSTRUCTION_FILES,
    instructions: head.body,
    file,
    hash: sha256(text),
  };
  return { agent, problems: warnings };

  function aboutSources(severity: Problem['severity'], message: string): Problem {
    return { severity, file, line: head.lineOf(['sources']), field: 'sources', message };
  }
}

function translated({ model, ...rest }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (model === undefined || model === 'inherit') return rest;
  const named = typeof model === 'string' && /^claude-/.test(model) ? `anthropic:${model}` : model;
  return { ...rest, model: (typeof model === 'string' ? ALIASES[model] : undefined) ?? named };
}

/** Pure. Whether a definition lets its agent use a tool. */
export const mayUse = ({ tools }: { readonly tools?: readonly string[] | undefined }, tool: string): boolean =>
  tools === undefined || tools.some((pattern) => asPattern(pattern).test(tool));

const asPattern = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    'i',
  );
