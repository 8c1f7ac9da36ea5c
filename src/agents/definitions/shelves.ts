import { join } from 'node:path';

export type DefinitionKind = 'agents' | 'skills';

/** A folder in which definitions are looked for. */
export interface DefinitionShelf {
  readonly folder: string;
  /** What its files may not lead out of; null where they are the person's own. */
  readonly root: string | null;
  /** Another program's, whose fields and liberties are not ours to complain about. */
  readonly lenient: boolean;
}

/** Where programs keep definitions: in a project, and in the person's home. `ours` is written by our rules. */
const PROGRAMS: Readonly<
  Record<DefinitionKind, readonly { readonly project: string; readonly person: string; readonly ours?: true }[]>
> = {
  skills: [
    { project: '.agents/skills', person: '.agents/skills', ours: true },
    { project: '.claude/skills', person: '.claude/skills' },
    { project: '.opencode/skills', person: '.config/opencode/skills' },
    { project: '.opencode/skill', person: '.config/opencode/skill' },
  ],
  agents: [
    { project: '.agents/agents', person: '.agents/agents', ours: true },
    { project: '.claude/agents', person: '.claude/agents' },
    { project: '.opencode/agents', person: '.config/opencode/agents' },
    { project: '.opencode/agent', person: '.config/opencode/agent' },
  ],
};

/** Pure. In the order in which the first of a name wins: the nearest folder of the project, then the person's own. */
export function shelvesFor(
  kind: DefinitionKind,
  levels: readonly string[],
  { project, home, person }: { readonly project: string; readonly home: string; readonly person?: string | undefined },
): DefinitionShelf[] {
  return [
    ...levels.flatMap((level) =>
      PROGRAMS[kind].map((each) => ({
        folder: join(level, each.project),
        root: project,
        lenient: each.ours === undefined,
      })),
    ),
    { folder: join(home, kind), root: null, lenient: false },
    ...(person === undefined
      ? []
      : PROGRAMS[kind].map((each) => ({
          folder: join(person, each.person),
          root: null,
          lenient: each.ours === undefined,
        }))),
  ];
}
