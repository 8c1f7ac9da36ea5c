import { PROMPT_RULES } from '../../prompt-rules.ts';
import type { TestsContext } from './contexts.ts';
import { bullets, feedbackSection, functionsSection, hintsSection, sections, specSection } from './parts.ts';

export function testsPrompt(context: TestsContext) {
  const { spec, words, functions, echoes, hints, feedback, proposals } = context;
  return {
    system: `You write the tests of a module whose implementation you cannot see and will not see.\n${PROMPT_RULES}`,
    prompt: sections(
      specSection(spec),
      functionsSection(functions),
      `## To do\nWrite ${spec.testPath} with ${words.tests}; import by ${words.importLine} Change no other file.\nEvery property sketch becomes a property test (${words.property}), every example a test. Each test must fail on the skeleton, where every function throws, because the behaviour is missing; a test of an error that is to be thrown must name that error or its message. Claim each test by its title, with the functions it calls and the sketches and examples it covers (examples by function and number).`,
      proposals.length > 0
        ? `## Mistakes that your tests did not notice\n${bullets(proposals.map(({ function: name, kind, sketch }) => `${sketch.name}: a ${kind} in ${name ?? 'the module'}. ${sketch.description} Invariant: ${sketch.invariant}`))}\nKeep the tests you have and add property tests for these; claim these names as sketches.`
        : null,
      hintsSection(hints),
      `## The other side works on\n${echoes.join(', ')}`,
      feedbackSection(feedback),
    ),
  };
}
