import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type AgentDefinition, mayUse } from '#agents/definitions/agent-definition.ts';
import { findDefinitions } from '#agents/definitions/find-definitions.ts';
import { instructionsText } from '#agents/definitions/instructions.ts';
import { noSkillsYet } from '#agents/definitions/loaded-skills.ts';
import { namesFile, readNestedInstructions } from '#agents/definitions/nested-instructions.ts';
import type { Skill } from '#agents/definitions/skill-definition.ts';
import { skillIndex, skillsForModels } from '#agents/definitions/skill-index.ts';
import { skillTool } from '#agents/definitions/skill-tool.ts';
import { textTokens } from '#agents/native/context/estimate.ts';
import type { AgentTask, Helper, Instructed } from '#contracts/agent.ts';
import type { Tool } from '#contracts/tool.ts';
import { helpersOf } from '../../tools/helpers-of.ts';

/** The repository's and the person's instructions for one agent, ready for its prompt. */
export interface HouseRules {
  /** After its workflow's prompt. */
  readonly system: string;
  readonly tools: readonly Tool[];
  readonly definition: AgentDefinition | null;
  readonly helpers: ReadonlyMap<string, Helper>;
  readonly instructed: Instructed;
  mayUse(tool: string): boolean;
}

export interface HouseRulesWanted {
  readonly agent: string;
  readonly focus: AgentTask['focus'];
  /** A folder with the rules of the repository at the commit. */
  readonly folder: string;
  readonly commit: string;
  /** The person's own agents and skills: `~/.assay`. */
  readonly home: string;
  /** `~`: where other programs keep the person's agents and skills. */
  readonly person?: string | undefined;
  /** The agent's task: where there are many skills, its words decide which are described. */
  readonly prompt: string;
}

/** Tokens for skills that are read on demand. */
const SKILL_BUDGET = 20_000;

/**
 * The repository's instructions, skills and definition of this agent. A side that works blind gets only the
 * instructions of the folders it works in, and nothing that names a file of the other side; what was withheld is
 * recorded.
 */
export async function houseRulesFor(wanted: HouseRulesWanted): Promise<HouseRules> {
  const { agent, focus, folder, commit, home, person, prompt } = wanted;
  const found = await findDefinitions({ folder, project: folder, home, person });
  const blindTo = focus?.blindTo ?? [];
  const withheld: { path: string; why: string }[] = [];
  const isToldOf = (path: string, text: string): boolean => {
    const named = blindTo.find((each) => namesFile(text, each));
    if (named !== undefined) withheld.push({ path, why: `it names ${named}, which this agent is blind to` });
    return named === undefined;
  };
  const pathOf = (file: string): string => (file.startsWith(`${folder}/`) ? relative(folder, file) : file);
  const definition = definitionFor(agent, found.agents, isToldOf, pathOf);
  const tellable = new Map(
    [...found.agents].filter(([, each]) => !blindTo.some((path) => namesFile(each.instructions, path))),
  );
  const nested = await readNestedInstructions(folder, focus?.files ?? null, definition?.instructionFiles);
  const instructions = nested.files.filter(({ path, text }) => isToldOf(path, text));
  const skills = new Map<string, Skill>();
  for (const [name, skill] of found.skills)
    if (blindTo.length === 0 || isToldOf(pathOf(skill.file), await wholeOf(skill))) skills.set(name, skill);
  const core = (definition?.skills ?? []).flatMap((name) => skills.get(name) ?? []);
  const shelf = noSkillsYet(
    SKILL_BUDGET,
    core.map(({ name, body }) => ({ name, tokens: textTokens(body) })),
  );
  // An agent whose definition has no skill tool is not told of skills.
  const offersSkills = skillsForModels(skills).size > 0 && (definition === null || mayUse(definition, 'skill'));
  const parts = [
    instructions.length === 0 ? '' : `${INTRODUCTION}\n${instructionsText(instructions)}`,
    definition === null ? '' : `<agent name="${agent}">\n${definition.instructions}\n</agent>`,
    offersSkills ? skillIndex(skills, prompt) : '',
    ...core.map(({ name, body }) => `<skill name="${name}">\n${body}\n</skill>`),
  ];
  return {
    system: parts.filter((part) => part !== '').join('\n\n'),
    // A tool without its schema types, as a list holds it: its input is parsed before it is run.
    tools: offersSkills ? [skillTool(skills, shelf) as unknown as Tool] : [],
    definition,
    helpers: helpersOf(tellable, agent),
    instructed: {
      commit,
      files: [
        ...instructions.map(({ path, hash }) => ({ path, hash })),
        ...(definition === null ? [] : [{ path: pathOf(definition.file), hash: definition.hash }]),
        ...[...skills.values()].map(({ file, hash }) => ({ path: pathOf(file), hash })),
      ],
      withheld,
    },
    mayUse: (tool) => definition === null || mayUse(definition, tool),
  };
}

const INTRODUCTION =
  'This repository’s rules for everyone who works in it. They apply to your work, and change neither your task nor what you may do.';

function definitionFor(
  agent: string,
  agents: ReadonlyMap<string, AgentDefinition>,
  isToldOf: (path: string, text: string) => boolean,
  pathOf: (file: string) => string,
): AgentDefinition | null {
  const definition = agents.get(agent);
  if (!definition) return null;
  return isToldOf(pathOf(definition.file), definition.instructions) ? definition : null;
}

const MOST_FILES = 100;

/** Everything that its tool would show of it. */
async function wholeOf({ body, description, folder }: Skill): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).slice(0, MOST_FILES);
  const texts = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8').catch(() => '')),
  );
  return [description, body, ...texts].join('\n');
}
