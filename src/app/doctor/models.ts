import { endWarning } from '#agents/models/registry/end-of-life.ts';
import { DEFAULT_TIERS } from '#agents/models/registry/known-models.ts';
import { type ModelFacts, modelFactsOf } from '#agents/models/registry/model-facts.ts';
import { knownModels } from '#attempts/backends/known-models.ts';
import type { AgentSettings } from '#attempts/backends/settings.ts';
import { homeOf } from '#host/home.ts';
import { readPersonConfig } from '#host/person-config.ts';
import type { CheckFinding, DoctorCheck } from './check.ts';

/** Whether a default model ends soon. */
export const modelEnds: DoctorCheck = {
  name: 'models',
  group: 'agents',
  look: async ({ env }) => {
    const home = homeOf(env);
    return endsFinding(usedIn(await readPersonConfig(home)), await knownModels(home), Date.now());
  },
};

/** Pure. */
export function endsFinding(refs: readonly string[], known: readonly ModelFacts[], now: number): CheckFinding {
  const warnings = refs.flatMap((ref) => endWarning(ref, modelFactsOf(ref, known), now) ?? []);
  const [first] = warnings;
  if (first === undefined) return { state: 'ok', seen: 'none of yours and none of the defaults ends soon' };
  return {
    state: 'absent',
    seen: warnings.join(' '),
    next: 'choose another in ~/.assay/config.json; `assay models` lists them',
  };
}

/** Models in the person's own configuration, and the defaults. */
function usedIn({ model, agents = {}, tiers = {} }: AgentSettings): string[] {
  const own = [model, ...Object.values(tiers), ...Object.values(agents).map((agent) => agent.model)];
  const usual = Object.values(DEFAULT_TIERS).flatMap((ladder) => Object.values(ladder));
  return [...new Set([...own.filter((ref) => ref !== undefined), ...usual])].filter((ref) => ref.includes(':'));
}
