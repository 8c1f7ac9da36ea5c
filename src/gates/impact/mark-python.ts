import { programText } from '#host/program-text.ts';
import type { MarkRecorder } from './mark-javascript.ts';

/**
 * A `sitecustomize` for a run of main: which file of the project imports which, also where the other one is loaded
 * already, and what is opened as data, by the nearest file of the project that is at work. Where that one lists folders or
 * starts programs, nobody can say what it reaches.
 */
export const pythonImpact = ({ nonce, pipe, ups }: MarkRecorder): string =>
  programText(new URL('./programs/impact_sitecustomize.py', import.meta.url), {
    ...{ NONCE: JSON.stringify(nonce), PIPE: JSON.stringify(pipe), UPS: String(ups) },
  });
