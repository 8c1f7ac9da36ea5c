import type { ChangedCode } from './changed-code.ts';
import type { News } from './observe/judge-run.ts';

/** A test with a new text, or a line that the file did not have. */
export const newsOf = ({ tests, before }: ChangedCode): News => {
  const texts = new Map(tests.map(({ path, text }) => [path, text.split('\n')]));
  return {
    isNewTest: ({ file, hash }) => before.get(file)?.tests?.every((each) => each.hash !== hash) ?? true,
    isNewLine: (file, line) => {
      const text = texts.get(file)?.[line - 1]?.trim();
      return text !== undefined && !(before.get(file)?.text.includes(text) ?? false);
    },
  };
};
