import { programText } from '#host/program-text.ts';
import type { MarkRecorder } from './mark-javascript.ts';

/**
 * A `sitecustomize` for a run of main: which file of the project imports which, even if the other is loaded already,
 * and what is opened as data, attributed to the nearest running file of the project. Where that one lists folders or
 * starts programs, what it reaches is unknown.
 */
export const pythonImpact = ({ nonce, pipe, ups }: MarkRecorder): string =>
  programText(new URL('./programs/impact_sitecustomize.py', import.meta.url), {
    ...{ NONCE: JSON.stringify(nonce), PIPE: JSON.stringify(pipe), UPS: String(ups) },
  });
