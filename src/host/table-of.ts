/**
 * A table that is asked by names from outside (a program, an ending, an imported symbol). It has only its own: a plain
 * object answers `constructor` and `toString` with what every object has.
 */
export const tableOf = <T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.freeze(Object.assign(Object.create(null) as Record<string, T>, entries));
