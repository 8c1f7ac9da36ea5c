import { agentProgramOf } from '#agents/known/known-agents.ts';
import { AgentChoice, CONFIG_PATH, MODEL_TIERS, type ModelTier } from '#contracts/config.ts';
import { AssayError } from '#contracts/errors.ts';
import type { AgentSettings } from './settings.ts';

/** Backend and model, as far as they were chosen. */
export interface Picked {
  readonly backend?: string;
  /** `PROVIDER:NAME`, or a tier. */
  readonly model?: string;
  /** Where it was chosen. */
  readonly why: string;
}

interface Asked {
  readonly backend?: string | undefined;
  readonly model?: string | undefined;
}

interface Layer {
  readonly backend?: string | undefined;
  readonly model?: string | undefined;
  readonly why: string;
}

/**
 * Pure. The request, then the configuration for this agent, then its definition, then the configuration for all. A
 * model that was named for another backend is dropped if this one cannot use it.
 */
export function pickChoice(
  agent: string,
  options: Asked & { readonly preferred?: string | undefined },
  settings: AgentSettings,
): Picked {
  const layers: Layer[] = [
    { backend: checked(options.backend), model: options.model, why: 'asked for' },
    { ...settings.agents?.[agent], why: `agents.${agent} in the configuration` },
    { model: options.preferred, why: `the definition of ${agent}` },
    { backend: settings.backend, model: settings.model, why: 'the configuration' },
  ];
  const byBackend = layers.findIndex(({ backend }) => backend !== undefined);
  const backend = layers[byBackend]?.backend;
  const byModel = layers.findIndex(({ model }) => model !== undefined);
  const model = layers[byModel]?.model;
  const isFitting = backend === undefined || byModel <= byBackend || fits(backend, model ?? '');
  const first = layers[Math.min(...[byBackend, byModel].filter((at) => at !== -1))];
  return {
    ...(backend === undefined ? {} : { backend }),
    ...(model === undefined || !isFitting ? {} : { model }),
    why: first?.why ?? 'found on this machine',
  };
}

export const isTier = (text: string): text is ModelTier => MODEL_TIERS.some((tier) => tier === text);

function fits(backend: string, model: string): boolean {
  if (backend === 'native' || isTier(model)) return backend === 'native';
  // How an ACP program interprets a model's name is only known once it is asked.
  if (backend.startsWith('acp:')) return false;
  return agentProgramOf(backend)?.providers?.some((provider) => model.startsWith(`${provider}:`)) ?? false;
}

function checked(backend: string | undefined): string | undefined {
  if (backend === undefined || AgentChoice.shape.backend.safeParse(backend).success) return backend;
  throw new AssayError('USAGE', `there is no backend "${backend}"`, {
    next: `Backends are native, claude, codex and acp:COMMAND (--backend, or "backend" in ${CONFIG_PATH}).`,
  });
}
