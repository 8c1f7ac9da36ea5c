/**
 * A table for names from outside (a program, a file extension, an imported symbol). It has own entries only: a plain
 * object also answers to `constructor` and `toString`.
 */
export const tableOf = <T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.freeze(Object.assign(Object.create(null) as Record<string, T>, entries));
