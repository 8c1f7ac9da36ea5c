import { type AgentDefinition, mayUse } from '#agents/definitions/agent-definition.ts';
import type { AttemptEnv, Helper } from '#contracts/agent.ts';
import { isTier } from '../backends/pick-choice.ts';
import type { AgentSettings } from '../backends/settings.ts';
import { modelOfTier } from '../backends/tiers.ts';

/** Pure. The definitions found here as helpers, without the agent that would use them. */
export const helpersOf = (agents: ReadonlyMap<string, AgentDefinition>, without: string): ReadonlyMap<string, Helper> =>
  new Map(
    [...agents.values()]
      .filter(({ name }) => name !== without)
      .map((definition): [string, Helper] => [
        definition.name,
        {
          description: definition.description,
          system: definition.instructions,
          ...(definition.model === undefined ? {} : { model: definition.model }),
          ...(definition.thinking === undefined ? {} : { thinking: { effort: definition.thinking } }),
          mayUse: (tool) => mayUse(definition, tool),
        },
      ]),
  );

/** Pure. The same helpers with tiers resolved to models of the provider in use. */
export function withHelperModels(place: AttemptEnv, settings: AgentSettings, usual: string | undefined): AttemptEnv {
  if (place.helpers === undefined) return place;
  const named = ({ model, ...helper }: Helper): Helper => {
    const found = model !== undefined && isTier(model) ? modelOfTier(model, settings, usual) : model;
    return found === undefined ? helper : { ...helper, model: found };
  };
  return { ...place, helpers: new Map([...place.helpers].map(([name, helper]) => [name, named(helper)])) };
}
