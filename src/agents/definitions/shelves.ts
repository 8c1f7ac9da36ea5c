import { join } from 'node:path';
import type { DefinitionFolder } from '../known/known-agent.ts';
import { KNOWN_AGENTS } from '../known/known-agents.ts';

export type DefinitionKind = 'agents' | 'skills';

/** A folder in which definitions are searched. */
export interface DefinitionShelf {
  readonly folder: string;
  /** The folder that its files may not lead out of; null where they are the person's own. */
  readonly root: string | null;
  /** Another program's, whose fields and deviations are not reported. */
  readonly lenient: boolean;
}

/** Where definitions are kept: `ours` follows our rules, the rest those of other agents' programs. */
const FOLDERS: Readonly<Record<DefinitionKind, readonly (DefinitionFolder & { readonly ours?: true })[]>> = {
  skills: [{ project: '.agents/skills', person: '.agents/skills', ours: true }, ...foldersOf('skills')],
  agents: [{ project: '.agents/agents', person: '.agents/agents', ours: true }, ...foldersOf('agents')],
};

function foldersOf(kind: DefinitionKind): readonly DefinitionFolder[] {
  return KNOWN_AGENTS.flatMap(({ definitions }) => definitions?.[kind] ?? []);
}

/** Whether a file of a project is in a folder of definitions, at the top or further down. */
export function isInDefinitions(path: string): boolean {
  return Object.values(FOLDERS)
    .flat()
    .some(({ project }) => `/${path}`.includes(`/${project}/`));
}

/** Pure. In order of precedence: the nearest folder of the project, then the person's own. */
export function shelvesFor(
  kind: DefinitionKind,
  levels: readonly string[],
  { project, home, person }: { readonly project: string; readonly home: string; readonly person?: string | undefined },
): DefinitionShelf[] {
  return [
    ...levels.flatMap((level) =>
      FOLDERS[kind].map((each) => ({
        folder: join(level, each.project),
        root: project,
        lenient: each.ours === undefined,
      })),
    ),
    { folder: join(home, kind), root: null, lenient: false },
    ...(person === undefined
      ? []
      : FOLDERS[kind].map((each) => ({
          folder: join(person, each.person),
          root: null,
          lenient: each.ours === undefined,
        }))),
  ];
}
