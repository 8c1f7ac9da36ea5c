import { PROMPT_RULES } from '../../prompt-rules.ts';
import type { StructuredFailure } from '../state.ts';
import type { FixContext } from './contexts.ts';
import { bullets, feedbackSection, functionsSection, sections, specSection } from './parts.ts';

export function fixPrompt({ spec, words, functions, failures, understanding, feedback }: FixContext) {
  const { patterns, fixes, learnings } = understanding;
  const list = (title: string, lines: readonly string[]) =>
    lines.length > 0 ? `## ${title}\n${bullets(lines)}` : null;
  return {
    system: `You fix an implementation. Its tests were proven red without it: the tests are right, the implementation is wrong.\n${PROMPT_RULES}`,
    prompt: sections(
      specSection(spec),
      functionsSection(functions),
      `## To do\nChange only ${spec.implPath}, so that the tests pass. It must pass ${words.build}. Claim each function that you changed, why it failed, and in one sentence what was learned.`,
      `## Failing tests\n${failures.map(failureText).join('\n\n')}`,
      list(
        'Tried before',
        fixes.map((fix) => `${fix.function}: ${fix.whatChanged} (${fix.type})`),
      ),
      list('Learned before', learnings),
      list(
        'Patterns seen',
        patterns.map(({ signature, occurrences }) => `${signature}: ${seen(occurrences)}`),
      ),
      feedbackSection(feedback),
    ),
  };
}

const seen = (times: number): string => (times === 0 ? 'fixed before' : times === 1 ? 'once' : `${times} times`);

function failureText({ test, kind, message, counterexample, expected, actual }: StructuredFailure): string {
  const parts = [
    `### ${test} (${kind})`,
    message,
    counterexample === null ? null : `Counterexample: ${counterexample}`,
    expected === null ? null : `Expected: ${expected}`,
    actual === null ? null : `Actual: ${actual}`,
  ];
  return parts.filter((part) => part !== null).join('\n');
}
