import { bundledDefinitions } from '#agents/definitions/bundled.ts';
import { findDefinitions } from '#agents/definitions/find-definitions.ts';
import { homeOf } from '#host/home.ts';
import { findProject } from './find-project.ts';

/** The skills that a person may call by `/NAME` in a folder. */
export async function callableSkills(
  from: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ReadonlySet<string>> {
  const { folder, project } = await findProject(from);
  const found = await findDefinitions({ folder, project, home: homeOf(env).root, person: env.HOME });
  const all = new Map([...(await bundledDefinitions()).skills, ...found.skills]);
  return new Set([...all.values()].flatMap(({ name, forPeople }) => (forPeople ? [name] : [])));
}
