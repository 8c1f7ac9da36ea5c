import type { ChangedSource } from './changed-code.ts';
import type { OutsideQuestion } from './observe/ask-outside.ts';
import type { AskedBoth } from './observe/differences.ts';

/**
 * Without differences that decorators of main make (Python): a call from outside gets what they make of the answer, and
 * in the tests the body was watched. The function beneath them is asked, too. A decorator that this change brings or
 * hands something to explains nothing: it may know where it runs.
 */
export async function notByDecorators(
  differing: readonly AskedBoth[],
  sources: readonly Pick<ChangedSource, 'path' | 'text'>[],
  ask: (questions: readonly OutsideQuestion[]) => Promise<readonly (string | null)[]>,
): Promise<AskedBoth[]> {
  const changed = sources.map(({ path }) => path);
  const textOf = (path: string): string => sources.find((each) => each.path === path)?.text ?? '';
  const decorated = differing.filter(
    ({ call: { composed, function: fn } }) =>
      !composed && fn.path.endsWith('.py') && isDecorated(textOf(fn.path), fn.line),
  );
  if (decorated.length === 0) return [...differing];
  const questions = decorated.map(({ call: { function: fn, args } }) => ({
    ...{ module: fn.path, name: fn.exports[0] ?? '', args: args ?? '[]', beneath: changed },
  }));
  const answers = await ask(questions);
  const same = new Set(decorated.filter(({ call }, n) => answers[n] === call.outcome));
  return differing.filter((each) => !same.has(each));
}

/** Decorators that are plain names, and get no argument from the change. */
function isDecorated(text: string, line: number): boolean {
  const above = text
    .split('\n')
    .slice(0, line - 1)
    .map((each) => each.trim());
  const first = above.findLastIndex((each) => !/^@[\w.]+$/.test(each));
  return first < above.length - 1 && /^$|:$/.test(above[first] ?? '');
}
