/**
 * Whether a mutant leaves an answer unchanged. Errors of one class are equal whatever their message: if a check is gone
 * and the next one refuses the same input in other words, a test that expects the error has done its work. Pure.
 */
export const isSameAnswer = (was: string, is: string): boolean => was === is || (kindOf(was) ?? was) === kindOf(is);

/**
 * `throws TypeError`, of "throws TypeError: not a number". Null for what is no error, and for errors without a class of
 * their own.
 */
function kindOf(answer: string): string | null {
  const [, how, name] = /^(throws|rejects) ([A-Za-z_][\w.]*): /.exec(answer) ?? [];
  return how === undefined || name === undefined || PLAIN.test(name) ? null : `${how} ${name}`;
}

/** Errors of these classes are distinguished only by their message. */
const PLAIN = /^(Error|Exception|thrown)$/;
