import type { ModelTier } from '#contracts/config.ts';
import type { AgentSettings } from './settings.ts';

/** The providers' own ladders, as far as they are known; others have one model for all. */
const LADDERS: Readonly<Record<string, Readonly<Record<ModelTier, string>>>> = {
  anthropic: {
    fast: 'anthropic:claude-haiku-4-5',
    standard: 'anthropic:claude-sonnet-4-5',
    deep: 'anthropic:claude-opus-4-5',
  },
  openai: { fast: 'openai:gpt-5-mini', standard: 'openai:gpt-5', deep: 'openai:gpt-5' },
};

/** Pure. The model of a tier: as configured, else of the provider that is used anyway, else the one that is. */
export function modelOfTier(tier: ModelTier, { tiers }: AgentSettings, usual: string | undefined): string | undefined {
  const provider = usual?.slice(0, usual.indexOf(':')) ?? '';
  return tiers?.[tier] ?? LADDERS[provider]?.[tier] ?? usual;
}
