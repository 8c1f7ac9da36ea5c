import { PROMPT_RULES } from '../../prompt-rules.ts';
import type { MutationContext } from './contexts.ts';
import { bullets, functionsSection, sections, specSection } from './parts.ts';

export function mutationPrompt({ spec, functions, survivors }: MutationContext) {
  return {
    system: `You explain mistakes that were put into a module and that its tests did not notice. You read; you change nothing.\n${PROMPT_RULES}`,
    prompt: sections(
      specSection(spec),
      functionsSection(functions),
      `## Survivors\n${bullets(survivors.map(({ id, kind, function: name, line, description, covered }) => `${id}: ${kind} in ${name ?? 'the module'}, line ${line} of ${spec.implPath}: ${description}${covered ? '' : ' (no test reaches it)'}`))}`,
      `## To do\nRead ${spec.implPath} and ${spec.testPath}. For each survivor, by its id: why it is dangerous, and a property that would notice it. The property goes to an agent that must not see the implementation: describe behaviour, quote no code.`,
    ),
  };
}
