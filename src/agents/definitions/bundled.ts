import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AgentDefinition, readAgent } from './agent-definition.ts';
import { readSkill, type Skill } from './skill-definition.ts';

export interface Bundled {
  readonly agents: ReadonlyMap<string, AgentDefinition>;
  readonly skills: ReadonlyMap<string, Skill>;
}

const FOLDER = join(import.meta.dirname, '..', 'bundled');

/** The agents and skills that come with Assay. A project's or a person's with the same name takes precedence. */
export async function bundledDefinitions(): Promise<Bundled> {
  const agents = new Map<string, AgentDefinition>();
  const skills = new Map<string, Skill>();
  for (const name of (await readdir(join(FOLDER, 'agents'))).sort()) {
    const file = join(FOLDER, 'agents', name);
    const { agent } = readAgent(await readFile(file, 'utf8'), file);
    if (agent) agents.set(agent.name, agent);
  }
  for (const name of (await readdir(join(FOLDER, 'skills'))).sort()) {
    const file = join(FOLDER, 'skills', name, 'SKILL.md');
    const { skill } = readSkill(await readFile(file, 'utf8'), file);
    if (skill) skills.set(skill.name, skill);
  }
  return { agents, skills };
}
