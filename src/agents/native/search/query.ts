import type { ErrorInfo } from '#contracts/errors.ts';

export interface SearchQuery {
  readonly pattern: string;
  /** From the folder; empty for all of it. */
  readonly path: string;
  readonly glob?: string;
  readonly ignoreCase: boolean;
}

export interface Match {
  readonly path: string;
  /** `LINE:TEXT`. */
  readonly rest: string;
}

export type SearchResult =
  | { readonly type: 'found'; readonly lines: readonly Match[]; readonly complete: boolean }
  | { readonly type: 'refused'; readonly error: ErrorInfo };

export const MOST_LINES = 200;
const LONGEST = 300;
const MOST_CHARS = 30_000;

/** How many results are shown. */
export function capped(lines: readonly Match[], complete: boolean): SearchResult {
  const kept: Match[] = [];
  let chars = 0;
  for (const { path, rest } of lines.slice(0, MOST_LINES)) {
    chars += path.length + Math.min(rest.length, LONGEST);
    if (chars > MOST_CHARS) break;
    kept.push({ path, rest: rest.length > LONGEST ? `${rest.slice(0, LONGEST)} […]` : rest });
  }
  return { type: 'found', lines: kept, complete: complete && kept.length === lines.length };
}

export const NO_SUCH_PATH: SearchResult = {
  type: 'refused',
  error: { code: 'FILE_MISSING', message: 'there is no such path', next: 'See list.' },
};

export const badPattern = (why: string): SearchResult => ({
  type: 'refused',
  error: {
    code: 'TOOL_INPUT_INVALID',
    message: `the pattern cannot be read: ${why}`,
    next: 'Escape what is meant literally.',
  },
});

export const TOO_SLOW: SearchResult = {
  type: 'refused',
  error: {
    code: 'TOOL_FAILED',
    message: 'the search took too long',
    next: 'Narrow the pattern, the path or the glob.',
  },
};
