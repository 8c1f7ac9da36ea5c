import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type AgentDefinition, readAgent } from './agent-definition.ts';
import type { DefinitionProblem } from './problem.ts';
import { readInside } from './read-inside.ts';
import { type DefinitionKind, type DefinitionShelf, shelvesFor } from './shelves.ts';
import { readSkill, type Skill } from './skill-definition.ts';

export interface Definitions {
  readonly agents: ReadonlyMap<string, AgentDefinition>;
  readonly skills: ReadonlyMap<string, Skill>;
  readonly problems: readonly DefinitionProblem[];
}

export interface DefinitionPlaces {
  /** The working folder. */
  readonly folder: string;
  /** The top of the project that contains the folder. */
  readonly project: string;
  /** The person's own: `~/.assay`. */
  readonly home: string;
  /** `~`: where other programs keep the person's agents and skills. Without it none of them are read. */
  readonly person?: string | undefined;
}

const LONGEST = 256 * 1024;
const MOST = 500;
/** Sub-folders of a folder of agents, as other programs search them. */
const DEEPEST = 3;

/** Every agent and skill that applies here: the nearest of a name wins, and the others are reported. */
export async function findDefinitions(places: DefinitionPlaces): Promise<Definitions> {
  const agents = new Map<string, AgentDefinition>();
  const skills = new Map<string, Skill>();
  const problems: DefinitionProblem[] = [];
  const keep = <T extends { readonly name: string; readonly file: string }>(kept: Map<string, T>, found: T): void => {
    const first = kept.get(found.name);
    if (first === undefined) kept.set(found.name, found);
    else problems.push(warning(found.file, `${found.name} is not used: ${first.file} is nearer`));
  };
  const shelves = (kind: DefinitionKind): DefinitionShelf[] =>
    shelvesFor(kind, levels(places.folder, places.project), places);
  for (const shelf of shelves('skills')) {
    for (const name of await foldersIn(shelf, problems)) {
      const read = await readFileOf(join(shelf.folder, name, 'SKILL.md'), shelf, problems, readSkill);
      problems.push(...(read?.problems ?? []));
      if (read?.skill) keep(skills, read.skill);
    }
  }
  for (const shelf of shelves('agents')) {
    for (const file of await agentFilesIn(shelf.folder, shelf, problems)) {
      const read = await readFileOf(file, shelf, problems, readAgent);
      problems.push(...(read?.problems ?? []));
      if (read?.agent) keep(agents, read.agent);
    }
  }
  return { agents, skills, problems: [...problems, ...unknownSkills(agents, skills)] };
}

/** From a folder up to the project's top, nearest first. */
export function levels(folder: string, project: string): string[] {
  const all = [folder];
  for (let at = folder; at !== project && dirname(at) !== at; at = dirname(at)) all.push(dirname(at));
  return all.at(-1) === project ? all : [folder];
}

async function foldersIn({ folder }: DefinitionShelf, problems: DefinitionProblem[]): Promise<string[]> {
  const entries = await entriesOf(folder, problems);
  return entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink()).map(({ name }) => name);
}

/** `NAME/AGENT.md`, or `NAME.md`; in another program's folder also those in sub-folders. */
async function agentFilesIn(
  folder: string,
  shelf: DefinitionShelf,
  problems: DefinitionProblem[],
  depth = 1,
): Promise<string[]> {
  const files: string[] = [];
  for (const entry of await entriesOf(folder, problems)) {
    const path = join(folder, entry.name);
    if (entry.name.endsWith('.md')) {
      if (!/^readme\.md$/i.test(entry.name)) files.push(path);
    } else if (entry.isDirectory() && shelf.lenient) {
      if (depth < DEEPEST) files.push(...(await agentFilesIn(path, shelf, problems, depth + 1)));
    } else if (entry.isDirectory() || entry.isSymbolicLink()) files.push(join(path, 'AGENT.md'));
  }
  return files;
}

async function entriesOf(folder: string, problems: DefinitionProblem[]): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
  const seen = entries.filter(({ name }) => !name.startsWith('.')).sort((a, b) => (a.name < b.name ? -1 : 1));
  if (seen.length > MOST) problems.push(warning(folder, `only the first ${MOST} of ${seen.length} are read`));
  return seen.slice(0, MOST);
}

async function readFileOf<T>(
  file: string,
  { root, lenient }: DefinitionShelf,
  problems: DefinitionProblem[],
  parse: (text: string, file: string, lenient: boolean) => T,
): Promise<T | null> {
  // The person's own folders may be links to anywhere.
  const read = await readInside(file, root ?? '/', LONGEST);
  if (read.type === 'text' && !read.isCut) return parse(read.text, file, lenient);
  if (read.type === 'absent') return null;
  const message = read.type === 'refused' ? read.why : `it has ${read.bytes} bytes; ${LONGEST} are allowed`;
  problems.push({ severity: 'error', file, line: null, field: null, message });
  return null;
}

/** An agent that names a missing skill works without it, and its author should know. */
function unknownSkills(
  agents: ReadonlyMap<string, AgentDefinition>,
  skills: ReadonlyMap<string, Skill>,
): DefinitionProblem[] {
  return [...agents.values()].flatMap(({ file, skills: wanted }) =>
    wanted
      .filter((name) => !skills.has(name))
      .map((name) => ({ ...warning(file, `there is no skill ${name}`), field: 'skills' })),
  );
}

const warning = (file: string, message: string): DefinitionProblem => ({
  severity: 'warning',
  file,
  line: null,
  field: null,
  message,
});
