import { PROMPT_RULES } from '../../prompt-rules.ts';
import type { ImplContext } from './contexts.ts';
import { feedbackSection, functionsSection, hintsSection, sections, specSection } from './parts.ts';

export function implPrompt({ spec, words, functions, echoes, hints, feedback }: ImplContext) {
  return {
    system: `You implement a module whose tests you cannot see and will not see.\n${PROMPT_RULES}`,
    prompt: sections(
      specSection(spec),
      functionsSection(functions),
      `## To do\nReplace every stub in ${spec.implPath} with an implementation, and remove what the stubs throw. Keep the signatures. Change no other file. It must pass ${words.build}. Claim each function of the design that you wrote, and every other function you added as a helper.`,
      hintsSection(hints),
      `## The other side asserts\n${echoes.join(', ')}`,
      feedbackSection(feedback),
    ),
  };
}
