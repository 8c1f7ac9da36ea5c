import { type AgentDefinition, mayUse } from '#agents/definitions/agent-definition.ts';
import type { Helper } from '#contracts/agent.ts';

/** Pure. The definitions found here as helpers, without the agent that would ask them. A tier is no model's name: the asker's then. */
export const helpersOf = (
  agents: ReadonlyMap<string, AgentDefinition>,
  without: string,
  modelOf: (named: string) => string | undefined = (named) => (named.includes(':') ? named : undefined),
): ReadonlyMap<string, Helper> =>
  new Map(
    [...agents.values()]
      .filter(({ name }) => name !== without)
      .map((definition): [string, Helper] => {
        const model = definition.model === undefined ? undefined : modelOf(definition.model);
        return [
          definition.name,
          {
            description: definition.description,
            system: definition.instructions,
            ...(model === undefined ? {} : { model }),
            mayUse: (tool) => mayUse(definition, tool),
          },
        ];
      }),
  );
