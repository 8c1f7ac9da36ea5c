/**
 * Whether one of these arguments is an object whose values name its own keys, as TypeScript's enums and tables of links
 * do. Its parts have to fit each other, so a changed one may never occur. Pure.
 */
export function refersToItself(args: string): boolean {
  const look = (value: unknown): boolean => {
    if (value === null || typeof value !== 'object') return false;
    if (Array.isArray(value)) return value.some(look);
    const entries = Object.entries(value);
    const keys = new Set(entries.map(([key]) => key));
    return entries.some(
      ([key, each]) => (isName(each) && String(each) !== key && keys.has(String(each))) || look(each),
    );
  };
  return look(JSON.parse(args));
}

const isName = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';
