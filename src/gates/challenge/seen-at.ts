import type { ChangedFunction } from './changed-code.ts';

/** Where something was seen to run, with its name in the recorder. */
export interface SeenPlace {
  readonly path: string;
  readonly line: number;
  readonly name: string;
}

/**
 * The changed function of a file that was seen at this place: the one that begins in its line, or that begins before it
 * (`const parse =` with the function in the next line) and bears its name. A method of another class may bear the same
 * name, and says nothing of this one. Pure.
 */
export function seenAt(functions: readonly ChangedFunction[], { line, name }: SeenPlace): ChangedFunction | null {
  const own = lastOf(name);
  const here = functions.filter((each) => each.line === line);
  const named = here.find((each) => lastOf(each.name) === own);
  if (named) return named;
  const [innermost] = functions
    .filter((each) => lastOf(each.name) === own && each.line < line && line <= (each.last ?? each.line))
    .toSorted((a, b) => b.line - a.line);
  return innermost ?? (here.length === 1 ? (here[0] ?? null) : null);
}

const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
