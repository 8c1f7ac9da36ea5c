import { basename } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import { KNOWN_AGENTS } from '../known/known-agents.ts';
import { type AcpProfile, homeVariable, STAND_IN_KEY } from './acp-profile.ts';

/** By the name of the program, in any folder; an unknown one is used as it is. */
export function profileOf(words: readonly string[]): AcpProfile {
  const names = words.map((word) => basename(word));
  const isMeant = (when: RegExp): boolean =>
    names.some((name) => when.test(name)) || words.some((word) => when.test(word));
  const known = KNOWN_AGENTS.find(({ acp }) => acp !== undefined && isMeant(acp.when));
  return known?.acp?.profile ?? plain(names[0] ?? 'the agent');
}

const plain = (name: string): AcpProfile => ({
  title: name,
  environment(programSandbox, task) {
    if (task.model !== undefined) {
      throw new AssayError('MODEL_NAME_INVALID', `Assay does not know how to tell ${name} which model to use.`, {
        next: 'Leave the model out, and choose it in the settings of the agent.',
      });
    }
    const url = programSandbox.modelUrl;
    const model =
      url === null
        ? {}
        : {
            ANTHROPIC_BASE_URL: url,
            ANTHROPIC_API_KEY: STAND_IN_KEY,
            OPENAI_BASE_URL: `${url}/v1`,
            OPENAI_API_KEY: STAND_IN_KEY,
            GOOGLE_GEMINI_BASE_URL: url,
            GEMINI_API_KEY: STAND_IN_KEY,
          };
    return { ...homeVariable(programSandbox), ...model, ...programSandbox.env };
  },
});
