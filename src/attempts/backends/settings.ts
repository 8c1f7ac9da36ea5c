import { isLoopback } from '#agents/models/endpoints.ts';
import { type AssayConfig, CONFIG_PATH } from '#contracts/config.ts';
import { AssayError } from '#contracts/errors.ts';

/** Settings for agents, by the person and by the project; the project's take precedence. */
export type AgentSettings = Pick<AssayConfig, 'backend' | 'model' | 'agents' | 'tiers' | 'endpoints' | 'permissions'>;

/** Pure. Rules are added up; everything else is replaced field by field. */
export function mergeSettings(person: AgentSettings, project: AgentSettings = {}): AgentSettings {
  refuseKeys(project);
  const { endpoints, permissions, agents, tiers } = project;
  // A project that chooses a backend and model chooses both: half of one choice and half of another would not fit.
  const own = project.backend === undefined && project.model === undefined ? person : project;
  return {
    ...defined({ backend: own.backend, model: own.model }),
    ...both('agents', person.agents, agents),
    ...both('tiers', person.tiers, tiers),
    ...both('endpoints', person.endpoints, endpoints),
    ...(person.permissions || permissions ? { permissions: mergePermissions(person, project) } : {}),
  };
}

/** Otherwise a repository from someone else could send any key of this machine to any address. */
function refuseKeys({ endpoints = {} }: AgentSettings): void {
  for (const [name, { keyVariable, baseUrl }] of Object.entries(endpoints)) {
    if (keyVariable === undefined || isLoopback(baseUrl)) continue;
    throw new AssayError(
      'CONFIG_INVALID',
      `${CONFIG_PATH}: endpoints.${name}.keyVariable: a project may not name a key for an address outside of this machine`,
      { next: 'Put this endpoint into config.json in Assay’s home (~/.assay), where only you write.' },
    );
  }
}

function mergePermissions(person: AgentSettings, project: AgentSettings): NonNullable<AgentSettings['permissions']> {
  const settings = [person.permissions, project.permissions].filter((each) => each !== undefined);
  const mode = settings.findLast((each) => each.mode !== undefined)?.mode;
  const strict = (['deny', 'ask', 'allow'] as const).find((effect) =>
    settings.some((each) => each.dangerous === effect),
  );
  return {
    ...(mode === undefined ? {} : { mode }),
    rules: settings.flatMap(({ rules }) => rules),
    dangerous: strict ?? 'deny',
  };
}

const defined = <T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  // The result contains no undefined; Object.fromEntries loses that.
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

function both<K extends string, V extends object>(key: K, first: V | undefined, second: V | undefined) {
  return first === undefined && second === undefined ? {} : { [key]: { ...first, ...second } };
}
