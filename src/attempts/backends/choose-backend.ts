import { join } from 'node:path';
import { defaultModel, findModels } from '#agents/models/find-models.ts';
import { listModels } from '#agents/models/list-models.ts';
import { type ModelSettings, openModel } from '#agents/models/open-model.ts';
import { requireModelPrice } from '#agents/models/prices/cost.ts';
import { readPrices } from '#agents/models/prices/read-prices.ts';
import { reachModel } from '#agents/models/reach-model.ts';
import { type PriceOf, requireProgramPrice } from '#agents/program/require-price.ts';
import type { Backend } from '#contracts/agent.ts';
import type { AssayConfig, ModelTier } from '#contracts/config.ts';
import { type ErrorInfo, toErrorInfo } from '#contracts/errors.ts';
import type { Home } from '#host/home.ts';
import { readPersonConfig } from '#host/person-config.ts';
import type { AgentMachine, MachineEnv } from '../sandboxes/agent-machine.ts';
import { callPrices } from '../sandboxes/watch-calls.ts';
import { accessFor } from './credentials.ts';
import { knownModels } from './known-models.ts';
import { checkProgram, makeBackend } from './make-backend.ts';
import { nothingConfigured } from './nothing-configured.ts';
import { isTier, pickChoice } from './pick-choice.ts';
import { type AgentSettings, mergeSettings } from './settings.ts';
import { modelOfTier } from './tiers.ts';

/** What a person asked for on the command line. */
export interface BackendOptions {
  readonly backend?: string | undefined;
  /** `PROVIDER:NAME`, or a tier: fast, standard, deep. */
  readonly model?: string | undefined;
  /** What the agent's own definition names; the configuration takes precedence: a model or a tier. */
  readonly preferred?: string | undefined;
  /** For a side call: this tier of the provider in use, if no model is configured for this agent. */
  readonly tier?: ModelTier | undefined;
  /** The address of a simulator, which then answers for every model. */
  readonly simulator?: string | undefined;
  /** An agent with a program of its own works on the bare machine, with its own login. */
  readonly unsandboxed?: boolean | undefined;
  /**
   * Where an agent has no key to work with in a sandbox, it may work on the bare machine with its own login: it only
   * reads, and the person's own client works there too.
   */
  readonly ownLogin?: boolean | undefined;
  /** There is a money limit: a model without a known price is refused now, not by its first attempt. */
  readonly costMustBeKnown?: boolean | undefined;
}

export interface ChosenBackend {
  readonly backend: Backend;
  /** As `--backend` takes it. */
  readonly name: string;
  /** Null where the agent uses its own. */
  readonly model: string | null;
  readonly simulated: boolean;
  /** It works on the bare machine, with the person's own login. */
  readonly unsandboxed: boolean;
  /** Where the choice came from, for the screen. */
  readonly why: string;
  /** Checks whether it could begin, at no cost: its model answers, or its program is here and has a key. Null: yes. */
  reach(): Promise<ErrorInfo | null>;
}

/**
 * Who works as this agent: the request, else the configuration, else what is found. Throws an AssayError with a next
 * step where there is no one. Nothing is sent to a model, and no program is started.
 */
export async function chooseBackend(
  agent: string,
  options: BackendOptions,
  config: AssayConfig | undefined,
  machine: AgentMachine,
): Promise<ChosenBackend> {
  const settings = mergeSettings(await readPersonConfig(machine.home), config);
  const models = await modelSettings(settings, options.simulator, machine.home);
  const picked = await pick(agent, options, settings, machine);
  const { model } = picked;
  const name = picked.backend ?? 'native';
  // A missing key is reported now, not in the middle of a run.
  const handle = name === 'native' && model !== undefined ? openModel(model, models, machine.env) : null;
  if (handle && options.costMustBeKnown) requireModelPrice({ ref: handle.text, priced: handle.price !== null });
  // Claude Code reports its cost. Whether other programs do shows only during their work.
  if (name === 'codex' && options.costMustBeKnown) requireProgramPrice(model, 'Codex', pricesOf(models));
  const simulated = options.simulator !== undefined;
  const wanted = {
    ...{ name, model, models, settings, machine, simulated },
    known: await knownModels(machine.home),
    unsandboxed: picked.unsandboxed,
  };
  const backend = await makeBackend(wanted);
  const reach = async (): Promise<ErrorInfo | null> => {
    if (name === 'native') return handle === null ? null : reachModel(handle);
    if (wanted.unsandboxed) return null;
    return checkProgram(wanted).then(
      () => null,
      (thrown: unknown) => toErrorInfo(thrown),
    );
  };
  const { why, unsandboxed } = picked;
  return { backend, name, model: model ?? null, simulated, unsandboxed, why, reach };
}

const pricesOf = ({ prices }: ModelSettings): PriceOf => {
  const known = callPrices(prices);
  return (used, ref) => (ref === undefined ? null : known.usd(ref, used));
};

async function pick(
  agent: string,
  options: BackendOptions,
  settings: AgentSettings,
  machine: AgentMachine,
): Promise<Found & { readonly unsandboxed: boolean }> {
  const known = await pickAny(agent, options, settings, machine);
  const { unsandboxed = false, ownLogin = false } = options;
  const lacksKey = known.backend !== 'native' && accessFor(known.backend, known.model, machine.env) === null;
  return { ...known, unsandboxed: unsandboxed || (ownLogin && lacksKey) };
}

async function pickAny(
  agent: string,
  options: BackendOptions,
  settings: AgentSettings,
  machine: AgentMachine,
): Promise<Found> {
  if (options.simulator !== undefined) return { backend: 'native', model: SIMULATED, why: 'a simulated model' };
  const picked = pickChoice(agent, options, settings);
  const named = picked.model !== undefined && isTier(picked.model) ? picked.model : undefined;
  const tier = settings.agents?.[agent]?.model === undefined ? (options.tier ?? named) : named;
  const { model: _, ...rest } = picked;
  const known = await found(agent, named === undefined ? picked : rest, settings, options, machine);
  if (tier === undefined || known.backend !== 'native') return known;
  const model = modelOfTier(tier, settings, known.model);
  return { ...known, ...(model === undefined ? {} : { model }) };
}

/** The model of every simulated attempt. */
const SIMULATED = 'sim:scripted';

interface Found {
  readonly backend: string;
  readonly model?: string;
  readonly why: string;
}

/** Fills in missing choices with what is here: a key, then a server on this machine, then an agent with a key. */
async function found(
  agent: string,
  picked: { readonly backend?: string; readonly model?: string; readonly why: string },
  settings: AgentSettings,
  options: BackendOptions,
  { env, folder }: AgentMachine,
): Promise<Found> {
  const { backend = 'native', model, why } = picked;
  if (backend !== 'native' || model !== undefined) return { ...picked, backend };
  const models = await findModels(env, settings.endpoints ?? {}, listModels);
  const usual = defaultModel(models);
  if (usual !== undefined) {
    const by = models.find(({ suggested }) => suggested === usual)?.by ?? '';
    return { backend, model: usual, why: picked.backend === undefined ? `found by ${by}` : why };
  }
  const { findAgents } = await import('#agents/program/find-agents.ts');
  const agents = await findAgents(env, [folder, import.meta.dirname]);
  const usable = agents.find((each) => each.backend !== null && canWork(each.backend, options, env));
  if (picked.backend === 'native' || !usable?.backend) throw nothingConfigured(agent, agents, models);
  return { backend: usable.backend, why: `${usable.title} is installed` };
}

const canWork = (
  backend: string,
  { unsandboxed = false, ownLogin = false }: BackendOptions,
  env: MachineEnv,
): boolean => unsandboxed || ownLogin || accessFor(backend, undefined, env) !== null;

async function modelSettings(
  { endpoints = {} }: AgentSettings,
  simulator: string | undefined,
  home: Home,
): Promise<ModelSettings> {
  const prices = await readPrices(join(home.root, 'prices.json'));
  const sim = simulator && { baseUrl: `${simulator}/v1`, structuredOutput: true, namesModel: true, local: true };
  return {
    endpoints: { ...endpoints, ...(sim ? { sim } : {}) },
    ...(prices === undefined ? {} : { prices }),
  };
}
