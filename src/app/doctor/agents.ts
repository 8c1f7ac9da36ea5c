import { findOnPath } from '#host/find-system.ts';
import type { Check } from './check.ts';
import { versionOf } from './programs.ts';

/** An agent that can be driven. None is needed: a key, or the simulator, will do. */
export const agentCli = (name: string, title: string): Check => ({
  name: title,
  group: 'agents',
  look: async ({ env }) => {
    const path = findOnPath(name, env);
    return path === null
      ? { state: 'absent', seen: `\`${name}\` is not on the PATH` }
      : { state: 'ok', seen: await versionOf(path, env) };
  },
});

const KEYS = [
  'ANTHROPIC_API_KEY',
  'OPENAI_API_KEY',
  'AZURE_OPENAI_API_KEY',
  'GEMINI_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'OPENROUTER_API_KEY',
] as const;

/** Names only: a value never leaves the environment. */
export const providerKeys: Check = {
  name: 'provider keys',
  group: 'agents',
  look: async ({ env }) => {
    const set = KEYS.filter((name) => env[name]);
    return set.length > 0
      ? { state: 'ok', seen: `${set.join(', ')} set` }
      : { state: 'absent', seen: 'none set', next: 'Set e.g. ANTHROPIC_API_KEY; `assay demo` needs none.' };
  },
};
