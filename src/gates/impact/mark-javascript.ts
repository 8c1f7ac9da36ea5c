import { programText } from '#host/program-text.ts';
import { nodesAt, parseProgram } from '../challenge/observe/syntax-javascript.ts';

/**
 * The text of a file that reports when it is loaded, inserted behind what must stand first (`#!`, `'use strict'`)
 * without adding a line. Null where it does not parse.
 */
export function markJavascript(path: string, text: string, recorder: string): string | null {
  const program = parseProgram(path, text);
  if (!program) return null;
  const body = nodesAt(program, 'body');
  const first = body.find((node) => typeof node.directive !== 'string');
  const typed = /\.[cm]?tsx?$/.test(path);
  const file = JSON.stringify(recorder);
  const all = typed ? '(globalThis as any)' : 'globalThis';
  const said = `${all}.process?.getBuiltinModule?.('module').createRequire(${file})(${file})(globalThis, ${JSON.stringify(path)}); `;
  const at = first?.start ?? text.length;
  return `${text.slice(0, at)}${said}${text.slice(at)}`;
}

export interface MarkRecorder {
  readonly nonce: string;
  readonly pipe: string;
  /** How many folders the project's top is above the runner's. */
  readonly ups: number;
}

/**
 * What marked files call. A place is a process or a thread, and in it a realm: this separates the test files of runners
 * that load each into a fresh one. A file that is read as data counts as reached; where a place lists folders or starts
 * programs, what it reaches is unknown.
 */
export const markRecorder = ({ nonce, pipe, ups }: MarkRecorder): string =>
  programText(new URL('./programs/mark-recorder.cjs', import.meta.url), {
    ...{ NONCE: JSON.stringify(nonce), PIPE: JSON.stringify(pipe), UPS: String(ups) },
  });
