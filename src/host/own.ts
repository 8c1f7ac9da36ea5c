/** An entry of a table under a name from outside, such as `constructor`: only own entries count. */
export const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;
