import { extname } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import type { Scenario } from '#sim/types.ts';

/** A project to try hybrid TDD on, and the script of the simulated model that plays its agents. */
export interface TddExample {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  readonly scenario: Scenario;
}

/** Examples are outside the rooms and are loaded by path, on demand. */
export async function loadTddExample(name: string): Promise<TddExample> {
  const all = await loadTddExamples();
  const found = Object.hasOwn(all, name) ? all[name] : undefined;
  if (found) return found;
  throw new AssayError('SCENARIO_UNKNOWN', `there is no example ${JSON.stringify(name)} of hybrid TDD`, {
    next: `There is: ${Object.keys(all).join(', ')}.`,
  });
}

export async function loadTddExamples(): Promise<Readonly<Record<string, TddExample>>> {
  const path = `../../../examples/hybrid-tdd/index${extname(import.meta.url)}`;
  const module: { default?: unknown } = await import(new URL(path, import.meta.url).href);
  if (isExamples(module.default)) return module.default;
  throw new AssayError('SCENARIO_UNKNOWN', 'examples/hybrid-tdd does not export its examples');
}

const isExamples = (value: unknown): value is Readonly<Record<string, TddExample>> =>
  value !== null && typeof value === 'object' && Object.values(value).every(isExample);

const isExample = (value: unknown): value is TddExample =>
  value !== null && typeof value === 'object' && 'title' in value && 'files' in value && 'scenario' in value;
