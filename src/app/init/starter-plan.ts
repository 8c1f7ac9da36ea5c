/** The path of a plan that Assay itself wrote. */
export const STARTER_PATH = 'PLAN.md';

const UNWRITTEN = 'Say what you want';

/** A starter to replace: it shows the format, and asks for no work. */
export const STARTER_PLAN = `# Plan

A heading for each pull request, in the order they are made. Under it: what is wanted, and what must hold. Each box is a
criterion, proven by a test that was red for it. \`assay plan check\` shows how this is read.

## PR 1: ${UNWRITTEN}

\`functionName\` does … (write the names that callers will use).

- [ ] an example of what it gives: \`functionName(input)\` is \`output\`
- [ ] what it refuses, and how
`;

/** Whether a PR of a plan is still the starter's, which should cause no cost. */
export const isUnwritten = (title: string): boolean => title.includes(UNWRITTEN);
