import { DEFAULT_TIERS } from '#agents/models/registry/known-models.ts';
import type { ModelTier } from '#contracts/config.ts';
import type { AgentSettings } from './settings.ts';

/** The providers' own tiers, as far as they are known; others have one model for all. */
const KNOWN: Readonly<Record<string, Readonly<Record<ModelTier, string>>>> = DEFAULT_TIERS;

/** Pure. The model of a tier: the configured one, else that of the provider in use, else the one that exists. */
export function modelOfTier(tier: ModelTier, { tiers }: AgentSettings, usual: string | undefined): string | undefined {
  const provider = usual?.slice(0, usual.indexOf(':')) ?? '';
  return tiers?.[tier] ?? KNOWN[provider]?.[tier] ?? usual;
}
