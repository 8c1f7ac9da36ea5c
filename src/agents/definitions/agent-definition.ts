import { basename, dirname, extname } from 'node:path';
import { z } from 'zod';
import { AgentLimits, CompactAt } from '#contracts/agent.ts';
import { EFFORTS, Effort } from '#contracts/model.ts';
import { Stages } from '#contracts/stages.ts';
import { explain, frontMatterWarnings, unknownFields } from './explain.ts';
import { firstParagraph } from './first-paragraph.ts';
import { type FrontMatter, readFrontMatter } from './front-matter.ts';
import { sha256 } from './hash.ts';
import { INSTRUCTION_FILES } from './instruction-files.ts';
import { modelNamed } from './model-named.ts';
import type { DefinitionProblem } from './problem.ts';
import { SkillName, slugOf } from './skill-definition.ts';
import { connectedSource, sourceProblem } from './source-pattern.ts';
import { toolList } from './tool-list.ts';
import { namesTool } from './tool-names.ts';

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const count = z.coerce.number().int().positive();
/** opencode: what of a tool is allowed, or for which of its uses. */
const permission = z.record(z.string(), z.unknown());

const Head = z.object({
  name: text.optional(),
  description: text.optional(),
  model: z.string().nullish(),
  /** opencode writes a map of switches. */
  tools: z.union([toolList, z.record(z.string(), z.boolean())]).nullish(),
  disallowedTools: toolList.nullish(),
  permission: z.union([permission, z.string()]).nullish(),
  permissions: z.array(z.object({ action: z.string(), resource: z.string().optional(), effect: z.string() })).nullish(),
  skills: toolList.nullish(),
  sources: z
    .union([
      z.array(z.string().trim().min(1)),
      z.string().transform((all) => all.split(',').map((each) => each.trim())),
    ])
    .optional(),
  stages: Stages.optional(),
  /** `effort` is Claude Code's name, `reasoningEffort` and `variant` are opencode's. */
  thinking: Effort.optional(),
  effort: z.string().optional(),
  reasoningEffort: z.string().optional(),
  variant: z.string().optional(),
  limits: AgentLimits.strict().default({}),
  maxTurns: count.optional(),
  maxSteps: count.optional(),
  steps: count.optional(),
  disable: z.boolean().optional(),
  disabled: z.boolean().optional(),
  context: z
    .strictObject({
      compactAt: CompactAt.optional(),
      instructions: z.array(z.enum(INSTRUCTION_FILES)).optional(),
    })
    .default({}),
});
type Data = z.output<typeof Head>;

const ALLOWED = {
  name: '1 to 64 of a-z, 0-9 and single hyphens inside',
  description: 'a text: what the agent is for',
  model: 'fast, standard, deep or PROVIDER:NAME',
  tools: 'names of tools, * for any part',
  disallowedTools: 'names of tools, * for any part',
  permission: 'names of tools, each with allow, ask or deny',
  permissions: 'a list of action, resource and effect',
  skills: 'names of skills',
  sources: 'files, folders and globs of the project, and source:NAME',
  thinking: EFFORTS.join(', '),
  stages: 'a list of analyze, calibrate, retrieve, think, write and verify, the last two last',
  limits: 'turns, tokens, usd and seconds, each a number above 0',
  maxTurns: 'a whole number above 0',
  context: 'compactAt and instructions',
  'context.compactAt': 'a share of the context, above 0 and up to 1, or a whole number of tokens from 1000',
  'context.instructions': `a list of ${INSTRUCTION_FILES.join(', ')}`,
};
/** Fields that other programs read; they have no effect here, and are no mistakes. */
const OTHERS = [
  ...[
    'color',
    'permissionMode',
    'hooks',
    'memory',
    'background',
    'effort',
    'isolation',
    'mcpServers',
    'mode',
    'hidden',
  ],
  ...['temperature', 'top_p', 'variant', 'prompt', 'reasoningEffort', 'textVerbosity', 'version', 'tags', 'category'],
  ...['maxSteps', 'steps', 'disable', 'disabled', 'initialPrompt'],
];
const FIELDS = [...Object.keys(ALLOWED).filter((field) => !field.includes('.')), ...OTHERS];

/** The definition of an agent. */
export interface AgentDefinition {
  readonly name: string;
  readonly description: string;
  /** A tier, or `PROVIDER:NAME`. */
  readonly model?: string;
  /** Undefined: all tools. */
  readonly tools?: readonly string[];
  /** Tools removed from those. */
  readonly withoutTools: readonly string[];
  /** Skills that are always in its context in full. */
  readonly skills: readonly string[];
  /** Files, folders and globs from the project's top, which it is given to read. */
  readonly sources: readonly string[];
  /** Connected sources that it needs: it gets only these. Default: all of them. */
  readonly needs: readonly string[];
  readonly thinking?: Effort;
  /** Its stages from a question to a checked answer, in the order in which `assay research --agent` runs them. */
  readonly stages?: Stages;
  readonly limits: AgentLimits;
  /** When its context is compacted: a share of it, or tokens; default: its backend's own. */
  readonly compactAt?: number;
  readonly instructionFiles: readonly string[];
  /** Its prompt. */
  readonly instructions: string;
  readonly file: string;
  /** SHA-256 of the file. */
  readonly hash: string;
}

export interface ReadAgent {
  readonly agent: AgentDefinition | null;
  readonly problems: readonly DefinitionProblem[];
}

/**
 * Pure. An agent from the text of its file. `lenient`: written for another program, whose deviations are accepted
 * silently.
 */
export function readAgent(source: string, file: string, lenient = false): ReadAgent {
  const read = readFrontMatter(source, FIELDS);
  if (!read.ok) return none([problem('error', read.message, read.line)]);
  const { file: head } = read;
  const unknown = lenient ? [] : unknownFields(file, head, FIELDS);
  const parsed = Head.safeParse(head.data);
  if (!parsed.success) return none([...explain(file, head, parsed.error.issues, ALLOWED), ...unknown]);
  const { data } = parsed;
  if (data.disable === true || data.disabled === true) return none([]);
  if (head.body === '')
    return none([
      problem('error', 'it has no text after its front matter: that text is the agent’s prompt'),
      ...unknown,
    ]);
  const { sources = [], skills, limits, context } = data;
  const refused = sources
    .flatMap((each) => sourceProblem(each) ?? [])
    .map((message) => about('sources', message, 'error'));
  if (refused.length > 0) return none([...refused, ...unknown]);
  const named = modelNamed(data.model ?? undefined);
  if (named.type === 'unknown' && !lenient)
    return none([about('model', `model is "${data.model}"; allowed is ${ALLOWED.model}`, 'error'), ...unknown]);
  const turns = data.maxTurns ?? data.maxSteps ?? data.steps;
  const agent: AgentDefinition = {
    name: nameOf(data, file),
    description: data.description?.trim() || firstParagraph(head.body),
    ...(named.type === 'named' ? { model: named.model } : {}),
    ...thinkingOf(data),
    ...(data.stages === undefined ? {} : { stages: data.stages }),
    ...toolsOf(data),
    skills: skills ?? [],
    sources: sources.filter((each) => connectedSource(each) === null),
    needs: sources.flatMap((each) => connectedSource(each) ?? []),
    limits: { ...(turns === undefined ? {} : { turns }), ...limits },
    ...(context.compactAt === undefined ? {} : { compactAt: context.compactAt }),
    instructionFiles: context.instructions ?? INSTRUCTION_FILES,
    instructions: head.body,
    file,
    hash: sha256(source),
  };
  const told = [...unknown, ...(lenient ? [] : [...frontMatterWarnings(head, file), ...beyondOurs(data, agent, head)])];
  if (named.type === 'unknown')
    told.push(about('model', `the model "${data.model}" is not known here: the caller’s model is used`, 'warning'));
  if (agent.sources.length > 0 && !mayUse(agent, 'read'))
    told.push(about('sources', 'sources are read with the read tool, which tools does not name', 'warning'));
  return { agent, problems: told };

  function problem(
    severity: DefinitionProblem['severity'],
    message: string,
    line: number | null = null,
  ): DefinitionProblem {
    return { severity, file, line, field: null, message };
  }
  function about(field: string, message: string, severity: DefinitionProblem['severity']): DefinitionProblem {
    return { severity, file, line: head.lineOf([field]), field, message };
  }
}

function thinkingOf({ thinking, effort, reasoningEffort, variant }: Data): { readonly thinking?: Effort } {
  const named = thinking ?? Effort.safeParse(effort ?? reasoningEffort ?? variant).data;
  return named === undefined ? {} : { thinking: named };
}

const none = (problems: readonly DefinitionProblem[]): ReadAgent => ({ agent: null, problems });

/** `NAME.md`, or `NAME/AGENT.md`, where its head has no name. */
function nameOf({ name }: Data, file: string): string {
  if (name !== undefined && slugOf(name) !== '') return SkillName.safeParse(name).success ? name : slugOf(name);
  const own = basename(file, extname(file));
  return slugOf(own === 'AGENT' ? basename(dirname(file)) : own);
}

function toolsOf({
  tools,
  disallowedTools,
  permission: rules,
  permissions,
}: Data): Pick<AgentDefinition, 'tools' | 'withoutTools'> {
  const off = [
    ...(disallowedTools ?? []),
    ...(rules === 'deny' ? ['*'] : deniedBy(typeof rules === 'object' ? (rules ?? {}) : {})),
    ...(permissions ?? [])
      .filter(({ effect, resource = '*' }) => effect === 'deny' && resource === '*')
      .flatMap(({ action }) => deniedBy({ [action]: 'deny' })),
    // `{ write: false }` removes one and leaves the rest; `{ '*': false, read: true }` leaves only what it names.
    ...(isSwitches(tools) && tools['*'] !== false ? Object.keys(tools).filter((name) => tools[name] === false) : []),
  ];
  const on = isSwitches(tools)
    ? tools['*'] === false
      ? Object.keys(tools).filter((name) => tools[name] === true)
      : undefined
    : (tools ?? undefined);
  return { ...(on === undefined || on.includes('*') ? {} : { tools: on }), withoutTools: off };
}

const isSwitches = (tools: Data['tools']): tools is Record<string, boolean> =>
  typeof tools === 'object' && tools !== null && !Array.isArray(tools);

/** Tools that are denied completely. Partial denials are decided command by command, like everything else. */
const deniedBy = (rules: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(rules).flatMap(([tool, rule]) => (isDenied(rule) ? (tool === 'edit' ? EDITS : [tool]) : []));

/** To opencode everything that changes a file is an edit. */
const EDITS = ['edit', 'write', 'patch'];

const isDenied = (rule: unknown): boolean =>
  rule === 'deny' ||
  (typeof rule === 'object' && rule !== null && Object.values(rule).length > 0 && Object.values(rule).every(isDenied));

function beyondOurs(data: Data, { name, file }: AgentDefinition, head: FrontMatter): DefinitionProblem[] {
  const warned = (field: string, message: string): DefinitionProblem => ({
    severity: 'warning',
    file,
    line: head.lineOf([field]),
    field,
    message,
  });
  if (data.name === undefined) return [warned('name', `name is missing; it is called ${name}, after its file`)];
  if (data.name !== name)
    return [warned('name', `name is "${data.name}"; allowed is ${ALLOWED.name}; it is called ${name}`)];
  return [];
}

/** Pure. Whether a definition lets its agent use a tool, under any program's name for it. */
export const mayUse = (
  {
    tools,
    withoutTools = [],
    needs = [],
  }: {
    readonly tools?: readonly string[] | undefined;
    readonly withoutTools?: readonly string[];
    readonly needs?: readonly string[];
  },
  tool: string,
): boolean =>
  !withoutTools.some((pattern) => namesTool(pattern, tool)) &&
  (tools === undefined ||
    tools.some((pattern) => namesTool(pattern, tool)) ||
    // An agent that declares a source may use it, without naming each of its tools.
    needs.some((source) => tool.startsWith(`${source}__`) || tool.startsWith(`mcp__${source}__`)));
