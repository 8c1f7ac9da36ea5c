import { AGENT_PROGRAMS } from '#agents/known/known-agents.ts';
import type { FoundProvider } from '#agents/models/find-models.ts';
import type { FoundAgent } from '#agents/program/find-agents.ts';
import { AssayError } from '#contracts/errors.ts';

/** Shown wherever a person may expect their subscription to be enough. */
export const LOGIN_IS_YOURS = 'A hosted run needs a key: a login is never handed to a sandbox.';

/** No backend is available for an agent of this name: what to do, the shortest way first. */
export function nothingConfigured(
  agent: string,
  agents: readonly FoundAgent[],
  models: readonly FoundProvider[] = [],
): AssayError {
  const nameless = models.find(({ state }) => state === 'ready');
  if (nameless !== undefined)
    return new AssayError('MODEL_KEY_MISSING', `${nameless.by} is set, but no model of ${nameless.provider} is named`, {
      next: `Name one: --model ${nameless.provider}:NAME, or ${nameless.provider}:NAME as the model in the window's preferences. \`assay models\` lists what the server has.`,
    });
  const here = agents.filter(({ backend }) => backend !== null);
  const seen =
    here.length === 0
      ? 'no model and no agent is configured here: no key is set, no local server answers, no agent is installed that Assay can start'
      : `no model is configured here; installed is ${here.map(({ title }) => title).join(', ')}, which has no key to work with in a sandbox`;
  const ways = [
    'A key: ANTHROPIC_API_KEY or OPENAI_API_KEY.',
    'A model of your own: start Ollama, then --model ollama:NAME; other servers by OPENAI_COMPATIBLE_BASE_URL.',
    agentWay(agents),
    ...(agent === 'reviewer' ? ['A reviewer of your own: assay init --force --reviewer-command COMMAND.'] : []),
  ];
  return new AssayError('MODEL_KEY_MISSING', seen, {
    next: [
      'One of these is enough.',
      ...ways.map((way, at) => `(${at + 1}) ${way}`),
      '`assay doctor` shows what was found; `assay demo` shows how it looks without any.',
    ].join(' '),
  });
}

function agentWay(agents: readonly FoundAgent[]): string {
  const usable = agents.find(({ backend }) => backend !== null);
  if (usable)
    return `The agent you have, with its own login: in connected mode (assay connect), or assay chat --backend "${usable.backend}" --unsandboxed. ${LOGIN_IS_YOURS}`;
  const almost = agents.find(({ next }) => next !== undefined);
  if (almost)
    return `The agent you have: ${almost.title} is here, and Assay starts it with its package: ${almost.next}`;
  return `An agent you have: install one (${AGENT_PROGRAMS.map(({ title }) => title).join(', ')}), then --backend.`;
}
