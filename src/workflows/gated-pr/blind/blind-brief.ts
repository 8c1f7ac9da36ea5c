import { PROMPT_RULES } from '../../prompt-rules.ts';
import { fenced } from '../../review/fenced.ts';
import type { BlindRequest } from './blind-tests.ts';

/** The second author's prompt: the request and the functions that can be called, without the implementation. */
export function blindBrief({ item, criteria, signatures, place }: BlindRequest) {
  return {
    system: `You write tests for work that another agent does at the same time. You cannot see it, and that agent will never see your tests.\n${PROMPT_RULES}`,
    prompt: [
      `# The plan item\n${fenced(`${item.title}\n\n${item.body}`.trim())}`,
      ...(criteria.length > 1 ? [`## Criteria\n${criteria.map((text, at) => `${at + 1}. ${text}`).join('\n')}`] : []),
      `## What can be called (signatures; the files are not here)\n${fenced(signatures.join('\n'))}`,
      [
        '## To do',
        'Write tests in new test files of this project, in the way its other tests are written. Test what the plan asks for, through what can be called: usual cases, limits, what must be refused.',
        '- Test only what the text above says. If it leaves something open, do not test it.',
        '- Do not change existing files. Do not write an implementation.',
        '- Claim each test by its title, and say in one sentence without code what must happen.',
      ].join('\n'),
    ].join('\n\n'),
    place,
    // Nothing that mentions the files of the change: the author must not know them.
    focus: { files: [], blindTo: [...new Set(signatures.map((line) => line.split(': ')[0] ?? line))] },
  };
}
