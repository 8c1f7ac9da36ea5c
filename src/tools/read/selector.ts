import { AssayError } from '#contracts/errors.ts';
import type { Selector } from './slice.ts';

export interface SelectorInput {
  readonly path?: string | undefined;
  readonly element?: string | undefined;
  readonly symbol?: string | undefined;
  readonly section?: string | undefined;
  readonly rows?: string | undefined;
  readonly lines?: string | undefined;
}

const KINDS = ['path', 'element', 'symbol', 'section', 'rows', 'lines'] as const;

/** The one thing that is asked for. */
export function selectorOf(input: SelectorInput): Selector {
  const given = KINDS.filter((kind) => input[kind] !== undefined);
  const [kind] = given;
  const value = kind === undefined ? undefined : input[kind];
  if (kind === undefined || value === undefined || given.length > 1) {
    throw new AssayError(
      'TOOL_INPUT_INVALID',
      given.length === 0 ? 'Nothing says what to read.' : `Only one of ${given.join(', ')} can be asked for.`,
      {
        next: `Give one of ${KINDS.join(', ')}; to see what is in the file, use preview.`,
      },
    );
  }
  return kind === 'rows' || kind === 'lines' ? { kind, value, ...rangeOf(kind, value) } : { kind, value };
}

/** `5`, `5-10` or `5-`. */
function rangeOf(kind: string, text: string): { first: number; last: number } {
  const found = /^(\d{1,15})(?:(-)(\d{1,15})?)?$/.exec(text.trim());
  const first = Number(found?.[1]);
  const last = found?.[2] === undefined ? first : found[3] === undefined ? Number.MAX_SAFE_INTEGER : Number(found[3]);
  if (!found || first < 1 || last < first) {
    throw new AssayError('TOOL_INPUT_INVALID', `${JSON.stringify(text)} is not a range of ${kind}.`, {
      next: `Write one number or two, counted from 1: ${kind} 5, 5-10 or 5-.`,
    });
  }
  return { first, last };
}
