import { PROMPT_RULES } from '../../prompt-rules.ts';
import type { DesignContext } from './contexts.ts';
import { bullets, feedbackSection, sections, specSection } from './parts.ts';

export function typesPrompt({ spec, words, last, holes, feedback, priorFixes }: DesignContext) {
  return {
    system: `You design types and signatures, so that two others who never meet can test and implement them.\n${PROMPT_RULES}`,
    prompt: sections(
      specSection(spec),
      spec.typeNotes.length > 0 ? `## Earlier problems with the types\n${bullets(spec.typeNotes)}` : null,
      `## To do\nWrite ${spec.implPath} in ${words.language}: types, and every function and method with its signature and doc comment. Bodies are replaced by stubs, so leave them empty. If the file already exists, add to it and leave the rest. Change no other file.\nClaim each function you added or want rewritten, with its behaviour, at least one example and at least one property sketch, each sketch with a name of its own. A constructor is claimed by the name of its class. The others see only what you claim.`,
      last === null
        ? null
        : `## Your last design\n${bullets(last.functions.map(({ name, signature }) => `${name}: ${signature}`))}`,
      holes.length > 0
        ? `## Holes that were found in it\n${bullets(holes.map((hole) => `${hole.severity} ${hole.type}: ${hole.description} Broken: ${hole.invariantBroken}. Suggested: ${hole.suggestedFix}`))}`
        : null,
      feedbackSection(feedback),
      priorFixes.length > 0 ? `## Asked for in earlier rounds\n${bullets(priorFixes)}` : null,
    ),
  };
}
