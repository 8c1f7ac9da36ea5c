import { depthOf } from '../runners/nearest-of.ts';
import type { ProjectRunner } from '../tree-runner.ts';
import type { ChangedCode } from './changed-code.ts';

type Share = Pick<ChangedCode, 'runner' | 'sources' | 'tests'>;

/**
 * Maps each source to the runners responsible for it: those of its unit, which is the innermost folder with one. Where
 * the change touches tests of some of them, those; where it touches only tests of other units, these as well. A package
 * in `examples/` is not responsible for the project around it. Pure.
 */
export function byUnit<T extends Share>(codes: readonly T[]): T[] {
  return codes.map((code) => ({
    ...code,
    sources: code.sources.filter(({ path }) => answering(codes, path).includes(code)),
  }));
}

function answering<T extends Share>(codes: readonly T[], path: string): readonly T[] {
  const holding = codes.filter(({ sources }) => sources.some((source) => source.path === path));
  const around = holding.filter(({ runner }) => isIn(path, runner));
  const depth = Math.max(...around.map(({ runner }) => depthOf(runner)));
  const own = around.length === 0 ? holding : around.filter(({ runner }) => depthOf(runner) === depth);
  const touched = own.filter(({ tests }) => tests.length > 0);
  if (touched.length > 0) return touched;
  return [...own, ...holding.filter((code) => !own.includes(code) && code.tests.length > 0)];
}

const isIn = (path: string, { root }: ProjectRunner): boolean => root === '.' || path.startsWith(`${root}/`);
