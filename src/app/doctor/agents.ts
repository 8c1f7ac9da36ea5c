import type { AgentProgram } from '#agents/known/agent-program.ts';
import { AGENT_PROGRAMS } from '#agents/known/known-agents.ts';
import type { FoundAgent } from '#agents/program/find-agents.ts';
import { accessFor, keyVariablesFor } from '#attempts/backends/credentials.ts';
import { LOGIN_IS_YOURS } from '#attempts/backends/nothing-configured.ts';
import type { CheckFinding, DoctorCheck } from './check.ts';

/** Agents that people may have already. Optional: a key, or the simulator, is enough. */
export const agentChecks: readonly DoctorCheck[] = AGENT_PROGRAMS.map((offer) => ({
  name: offer.title,
  group: 'agents',
  look: async ({ env, agents }) => findingOf(offer, await agents(), env),
}));

/** Pure. */
export function findingOf(
  { title, backend, install }: Pick<AgentProgram, 'title' | 'backend' | 'install'>,
  agents: readonly FoundAgent[],
  env: Readonly<Record<string, string | undefined>>,
): CheckFinding {
  const usable = agents.find((each) => each.backend === backend);
  if (!usable) {
    const program = agents.find((each) => each.backend === null && each.title === title);
    if (!program)
      return {
        state: 'absent',
        seen: 'not installed',
        // In backticks a command is one word: it is not folded, and can be copied whole.
        next: `for \`assay run --backend ${/\s/.test(backend) ? `"${backend}"` : backend}\`: \`${install}\``,
      };
    const seen = `${named(program)} is here; the package through which Assay talks to it is not`;
    return { state: 'absent', seen, next: `\`${install}\`` };
  }
  const here = `${named(usable)}: --backend ${/\s/.test(backend) ? `"${backend}"` : backend}`;
  if (accessFor(backend, undefined, env) !== null) return { state: 'ok', seen: here };
  const keys = keyVariablesFor(backend, undefined).filter((name) => !name.endsWith('_URL'));
  const next = `set ${keys.join(' or ')} to use it in the sandbox; its own login works in connected mode and with assay chat --unsandboxed. ${LOGIN_IS_YOURS}`;
  return { state: 'ok', seen: here, next };
}

const named = ({ title, version }: FoundAgent): string => (version === null ? title : `${title} ${version}`);

const KEYS = [
  'ANTHROPIC_API_KEY',
  'OPENAI_API_KEY',
  'AZURE_OPENAI_API_KEY',
  'GEMINI_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'OPENROUTER_API_KEY',
] as const;

/** Names only: a value never leaves the environment. */
export const providerKeys: DoctorCheck = {
  name: 'provider keys',
  group: 'agents',
  look: async ({ env }) => {
    const set = KEYS.filter((name) => env[name]);
    return set.length > 0
      ? { state: 'ok', seen: `${set.join(', ')} set` }
      : { state: 'absent', seen: 'none set', next: 'Set e.g. ANTHROPIC_API_KEY; `assay demo` needs none.' };
  },
};
