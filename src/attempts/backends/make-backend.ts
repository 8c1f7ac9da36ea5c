import { join } from 'node:path';
import { type ModelSettings, openModel } from '#agents/models/open-model.ts';
import { endWarning } from '#agents/models/registry/end-of-life.ts';
import { type ModelFacts, modelFactsOf } from '#agents/models/registry/model-facts.ts';
import { type StepDeps, stepModel } from '#agents/models/step.ts';
import { nativeBackend } from '#agents/native/backend.ts';
import { peerFolders } from '#agents/program/find-agents.ts';
import { findPeer } from '#agents/program/import-peer.ts';
import type { PriceOf } from '#agents/program/require-price.ts';
import type { AgentCompletion, AgentEvent, AgentTask, Backend } from '#contracts/agent.ts';
import { AssayError } from '#contracts/errors.ts';
import type { CallGate } from '#contracts/model-calls.ts';
import type { AgentMachine } from '../sandboxes/agent-machine.ts';
import { requireAccess, sandboxOpener } from '../sandboxes/open-program-sandbox.ts';
import { packageMounts, programFor, programMounts } from '../sandboxes/program-mounts.ts';
import { type CallPrices, callPrices, runOf } from '../sandboxes/watch-calls.ts';
import { withHelperModels } from '../tools/helpers-of.ts';
import { isTier } from './pick-choice.ts';
import type { AgentSettings } from './settings.ts';
import { modelOfTier } from './tiers.ts';

export interface BackendWanted {
  readonly name: string;
  /** The default for tasks that name none. */
  readonly model: string | undefined;
  readonly models: ModelSettings;
  readonly settings: AgentSettings;
  readonly machine: AgentMachine;
  readonly simulated: boolean;
  /** Context windows and shutdown dates of models. */
  readonly known: readonly ModelFacts[];
  readonly unsandboxed: boolean;
}

/**
 * A backend by its name, with this machine's keys, prices, sandbox and folders. Only the one that is used is loaded.
 */
export async function makeBackend(wanted: BackendWanted): Promise<Backend> {
  return withModel(await plain(wanted), wanted);
}

async function plain(wanted: BackendWanted): Promise<Backend> {
  const { name, machine, models, simulated, known } = wanted;
  const { env, home } = machine;
  if (name === 'native') {
    return nativeBackend({
      model: (ref, task) => stepModel(openModel(need(ref), models, env), gated(machine.calls, task)),
      simulated,
      window: (ref) => modelFactsOf(ref, known)?.window,
      transcripts: join(home.root, 'conversations'),
    });
  }
  const from = peerFolders(env, [machine.folder, import.meta.dirname]);
  const prices = callPrices(models.prices);
  const priced: { priceOf: PriceOf } = { priceOf: (used, ref) => (ref === undefined ? null : prices.usd(ref, used)) };
  if (name === 'claude') {
    const { claudeBackend } = await import('#agents/claude/claude-backend.ts');
    return claudeBackend({
      from,
      openProgramSandbox: programSandbox(wanted, prices, () => claudeMounts(from, machine)),
    });
  }
  if (name === 'codex') {
    const { codexBackend } = await import('#agents/codex/codex-backend.ts');
    const openProgramSandbox = programSandbox(wanted, prices, () => codexMounts(from, machine));
    return codexBackend({ from, env, openProgramSandbox, ...priced });
  }
  const { acpBackend } = await import('#agents/acp/acp-backend.ts');
  const [word, ...args] = acpCommand(name);
  const program = programFor(word, env);
  return acpBackend({
    command: [program, ...args],
    openProgramSandbox: programSandbox(wanted, prices, () => shown(program, machine)),
    ...priced,
  });
}

/** Throws where the agent's own program is not installed, or has no key: before anything is begun with it. */
export async function checkProgram({ name, model, machine }: BackendWanted): Promise<void> {
  const from = peerFolders(machine.env, [machine.folder, import.meta.dirname]);
  if (name === 'claude') await claudeMounts(from, machine);
  else if (name === 'codex') await codexMounts(from, machine);
  else await shown(programFor(acpCommand(name)[0], machine.env), machine);
  requireAccess(name, model, machine.env);
}

function acpCommand(name: string): [program: string, ...args: string[]] {
  const [word = '', ...args] = name.replace(/^acp:/, '').trim().split(/\s+/);
  return [word, ...args];
}

const programSandbox = (
  { name, model, machine, unsandboxed }: BackendWanted,
  prices: CallPrices,
  mounts: () => ReturnType<typeof packageMounts>,
) => sandboxOpener({ backend: name, model, unsandboxed, prices, ...machine, mounts });

/** A provider's rate limit slows all agents of the machine; a model on this machine has none. */
const gated = (calls: CallGate | undefined, task: AgentTask): StepDeps =>
  calls === undefined
    ? {}
    : {
        enter: async ({ ref, local }, signal) =>
          local ? () => undefined : calls.enter(ref.endpoint ?? ref.provider, runOf(task), signal),
        onRateLimit: (seen, { ref, local }) => {
          if (!local) calls.observe(ref.endpoint ?? ref.provider, seen);
        },
      };

/** The task's own model first; a tier is resolved; else the default. */
const withModel = (backend: Backend, { model, settings, known }: BackendWanted): Backend => ({
  ...backend,
  attempt(task, place, signal) {
    const asked =
      task.model !== undefined && isTier(task.model) ? modelOfTier(task.model, settings, model) : task.model;
    const { model: _, ...rest } = task;
    const named = asked ?? model;
    const by = { agent: task.agent, backend: backend.name, model: named ?? null };
    const warning = named === undefined ? null : endWarning(named, modelFactsOf(named, known), Date.now());
    const who = { ...rest, ...(named === undefined ? {} : { model: named }) };
    const events = backend.attempt(who, withHelperModels(place, settings, named), signal);
    return signed(events, by, warning);
  },
});

/** Warns first if its model ends soon, and says at the end who it was: accounting is by model and by agent. */
async function* signed(
  events: AsyncIterable<AgentEvent>,
  by: NonNullable<AgentCompletion['by']>,
  warning: string | null,
): AsyncGenerator<AgentEvent> {
  if (warning !== null) yield { type: 'status', message: warning, warns: true };
  for await (const event of events) yield event.type === 'complete' ? { ...event, by } : event;
}

async function claudeMounts(from: readonly string[], { env, folder }: AgentMachine) {
  const { CLAUDE_SDK } = await import('#agents/claude/sdk.ts');
  const found = findPeer(CLAUDE_SDK, from);
  if (found === null) throw notInstalled(CLAUDE_SDK, `npm install -g ${CLAUDE_SDK}`);
  return packageMounts(found, env, folder);
}

async function codexMounts(from: readonly string[], machine: AgentMachine) {
  const { findCodex } = await import('#agents/codex/find-codex.ts');
  return shown(findCodex(from, machine.env), machine);
}

async function shown(program: string, { env, folder }: AgentMachine) {
  const mounts = await programMounts(program, env, folder);
  if (mounts === null) throw notInstalled(program, 'Install it, or put its folder on the PATH.');
  return mounts;
}

const notInstalled = (what: string, next: string): AssayError =>
  new AssayError('BINARY_NOT_FOUND', `${what} is not installed.`, { next });

function need(ref: string | undefined): string {
  if (ref !== undefined) return ref;
  throw new AssayError('MODEL_NAME_INVALID', 'no model is named', { next: 'Name one: --model PROVIDER:NAME.' });
}
