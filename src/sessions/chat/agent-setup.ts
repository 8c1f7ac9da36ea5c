import { relative } from 'node:path';
import { type AgentDefinition, mayUse } from '#agents/definitions/agent-definition.ts';
import { bundledDefinitions } from '#agents/definitions/bundled.ts';
import { findDefinitions } from '#agents/definitions/find-definitions.ts';
import { readInstructions } from '#agents/definitions/instructions.ts';
import { noSkillsYet } from '#agents/definitions/loaded-skills.ts';
import type { DefinitionProblem } from '#agents/definitions/problem.ts';
import type { Skill } from '#agents/definitions/skill-definition.ts';
import { skillIndex, skillsForModels } from '#agents/definitions/skill-index.ts';
import { skillTool } from '#agents/definitions/skill-tool.ts';
import { listSources } from '#agents/definitions/sources.ts';
import { textTokens } from '#agents/native/context/estimate.ts';
import { helpersOf } from '#attempts/tools/helpers-of.ts';
import type { AgentLimits, Helper, Instructed } from '#contracts/agent.ts';
import { AssayError } from '#contracts/errors.ts';
import type { Effort } from '#contracts/model.ts';
import type { PermissionMode } from '#contracts/permission.ts';
import type { Tool } from '#contracts/tool.ts';
import type { Home } from '#host/home.ts';
import { nearestNames } from '#host/nearest-names.ts';
import { sourceFiles } from '#sources/open-source.ts';
import { mentionsIn, type SaidMention } from './mentions.ts';

/** The default agent. */
export const CHAT_AGENT = 'chat';

/** Which agent answers in a folder, and its prompt. */
export interface AgentSetup {
  readonly system: string;
  readonly model?: string;
  readonly limits: AgentLimits;
  readonly compactAt?: number;
  readonly tools: readonly Tool[];
  /** For `@` mentions in a message. */
  readonly mentions: readonly SaidMention[];
  /** Skills that a person may call with `/name` too. */
  readonly skills: ReadonlyMap<string, Skill>;
  mayUse(tool: string): boolean;
  /** Connected sources that its definition declares. */
  readonly needs: readonly string[];
  readonly helpers: ReadonlyMap<string, Helper>;
  readonly thinking?: Effort;
  readonly problems: readonly DefinitionProblem[];
  /** Which files of the project it is told, by hash. */
  readonly told: Instructed['files'];
}

interface AgentSetupWanted {
  readonly folder: string;
  readonly project: string;
  readonly agent: string;
  readonly mode: PermissionMode;
  readonly home: Home;
  /** `~`, where other programs keep the person's agents and skills. */
  readonly person?: string | undefined;
  /** The message: where there are many skills, its words decide which are described. */
  readonly prompt: string;
  /** Without it nothing of the agent's sources is shown. */
  readonly mayRead?: (path: string) => Promise<boolean>;
}

/** Tokens for skills that are read on demand. */
const SKILL_BUDGET = 20_000;

export async function agentSetupFor({
  folder,
  project,
  agent,
  mode,
  home,
  person,
  prompt,
  mayRead,
}: AgentSetupWanted): Promise<AgentSetup> {
  const found = await findDefinitions({ folder, project, home: home.root, person });
  const bundled = await bundledDefinitions();
  const definition = definitionOf(agent, new Map([...bundled.agents, ...found.agents]));
  // A person calls those that come with Assay; models are not told of them.
  const skills = new Map([...bundled.skills, ...found.skills]);
  const sourceNames = new Set((await sourceFiles(home).list()).map(({ name }) => name));
  const mentions = mentionsIn(prompt, {
    agents: new Set([...bundled.agents.keys(), ...found.agents.keys()].filter((name) => name !== agent)),
    skills: new Set(skillsForModels(found.skills).keys()),
    sources: sourceNames,
  });
  // One that comes with Assay helps where it is mentioned.
  const mentioned = [...bundled.agents].filter(([name]) => mentions.some((each) => each.name === name));
  const own = await readInstructions(folder, project, definition?.instructionFiles);
  const { sources = [], file = '' } = definition ?? {};
  const given = await listSources({ sources, file, folder, project, mayRead: mayRead ?? (async () => false) });
  const inProject = (at: string): string => (at.startsWith(`${project}/`) ? relative(project, at) : at);
  const core = (definition?.skills ?? []).flatMap((name) => found.skills.get(name) ?? []);
  const shelf = noSkillsYet(
    SKILL_BUDGET,
    core.map(({ name, body }) => ({ name, tokens: textTokens(body) })),
  );
  const offersSkills = skillsForModels(found.skills).size > 0 && (definition === null || mayUse(definition, 'skill'));
  const parts = [
    definition?.instructions ?? USUAL,
    MODES[mode],
    own.text,
    given.text,
    offersSkills ? skillIndex(found.skills, prompt) : '',
    ...core.map(({ name, body }) => `<skill name="${name}">\n${body}\n</skill>`),
  ];
  return {
    system: parts.filter((part) => part !== '').join('\n\n'),
    ...(definition?.model === undefined ? {} : { model: definition.model }),
    limits: definition?.limits ?? {},
    ...(definition?.compactAt === undefined ? {} : { compactAt: definition.compactAt }),
    // A tool without its schema types, as a list holds it: its input is parsed before it is run.
    tools: offersSkills ? [skillTool(found.skills, shelf) as unknown as Tool] : [],
    skills,
    mentions,
    helpers: helpersOf(new Map([...mentioned, ...found.agents]), agent),
    ...(definition?.thinking === undefined ? {} : { thinking: definition.thinking }),
    mayUse: (tool) => definition === null || mayUse(definition, tool),
    needs: definition?.needs ?? [],
    problems: [...found.problems, ...own.problems, ...given.problems],
    told: [
      ...own.files.map(({ path, hash }) => ({ path, hash })),
      ...(definition === null ? [] : [{ path: inProject(definition.file), hash: definition.hash }]),
      ...[...found.skills.values()].map(({ file: at, hash }) => ({ path: inProject(at), hash })),
    ],
  };
}

function definitionOf(agent: string, agents: ReadonlyMap<string, AgentDefinition>): AgentDefinition | null {
  const found = agents.get(agent);
  if (found) return found;
  if (agent === CHAT_AGENT) return null;
  const near = nearestNames(agent, agents.keys());
  const names = [...agents.keys()];
  throw new AssayError('CONFIG_INVALID', `there is no agent ${agent}`, {
    next:
      near.length > 0
        ? `Did you mean ${near.join(' or ')}? \`assay agents\` lists them.`
        : names.length > 0
          ? `There are: ${names.join(', ')}.`
          : `Write .agents/agents/${agent}/AGENT.md first.`,
  });
}

const USUAL =
  'You help a person with the project in your folder. Look things up in it before you answer; say what you did not look at. Answer shortly and plainly, in Markdown.';

const MODES: Readonly<Record<PermissionMode, string>> = {
  explore: 'You are in explore mode: you may read and run commands that only read. Say what you would change.',
  ask: 'You are in ask mode: the person is asked before you change anything or run a command that might.',
  execute: 'You are in execute mode: you may change files of the project and run commands in it.',
};
