import { PROMPT_RULES } from '../../prompt-rules.ts';
import type { AdversaryContext } from './contexts.ts';
import { bullets, functionsSection, sections, specSection } from './parts.ts';

const HOLES = [
  'RepresentableInvalid: a value that breaks an invariant can be constructed',
  'LeakyAbstraction: internals can be reached and broken from outside',
  'PartialFunction: a function has no result for an input that its type allows',
  'TypeConfusion: two meanings share one type',
];

export function adversaryPrompt({ spec, design }: AdversaryContext) {
  return {
    system: `You attack a type design that others are about to build on. You read; you change nothing.\n${PROMPT_RULES}`,
    prompt: sections(
      specSection(spec),
      functionsSection(design.functions),
      `## To do\nRead ${spec.implPath}. Find values that break the invariants above and that the types allow. Classify each hole:\n${bullets(HOLES)}\nSeverity: Critical, Major, Minor or Informational. Say how it is exploited in words, and what would close it. No hole is a good answer if you looked.`,
    ),
  };
}
