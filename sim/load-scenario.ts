import { existsSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AssayError } from '#contracts/errors.ts';
import { nearestNames } from '#host/nearest-names.ts';
import { scenarios } from './scenarios/index.ts';
import type { Answering, Scenario } from './types.ts';

/** A built-in scenario by name, or the default export of a module by path: a scenario, or just its answer function. */
export async function loadScenario(nameOrPath: string, cwd: string = process.cwd()): Promise<Scenario> {
  const known = scenarios.find(({ name }) => name === nameOrPath);
  if (known !== undefined) return known;
  return looksLikePath(nameOrPath) ? fromFile(resolve(cwd, nameOrPath)) : unknownName(nameOrPath);
}

async function fromFile(path: string): Promise<Scenario> {
  if (!existsSync(path))
    throw new AssayError('SCENARIO_UNKNOWN', `There is no scenario file at ${path}.`, {
      next: `Check the path, or use a built-in scenario: ${names().join(', ')}.`,
    });
  const exported = await importDefault(path);
  if (isAnswering(exported))
    return { name: basename(path, extname(path)), description: `From ${basename(path)}.`, answer: exported };
  if (isScenario(exported)) return exported;
  throw new AssayError('CONFIG_INVALID', `The default export of ${path} is not a scenario.`, {
    next: 'Export default { name, description, answer(request, context) { … } }.',
  });
}

async function importDefault(path: string): Promise<unknown> {
  try {
    const module: { default?: unknown } = await import(pathToFileURL(path).href);
    return module.default;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AssayError('CONFIG_INVALID', `The scenario ${path} could not be loaded: ${reason}`, {
      next: 'Fix the module; it runs without a build, so only erasable TypeScript works.',
      cause,
    });
  }
}

function unknownName(name: string): never {
  const near = nearestNames(name, names());
  const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `Known: ${names().join(', ')}.`;
  throw new AssayError('SCENARIO_UNKNOWN', `There is no scenario called "${name}".`, {
    next: `${hint} A scenario of your own is given by path: ./my-scenario.ts`,
  });
}

const names = (): string[] => scenarios.map(({ name }) => name);

const looksLikePath = (text: string): boolean => /[/\\]|\.[cm]?[jt]s$/.test(text);

const isAnswering = (value: unknown): value is Answering => typeof value === 'function';

const isScenario = (value: unknown): value is Scenario =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'description' in value &&
  typeof value.description === 'string' &&
  'answer' in value &&
  typeof value.answer === 'function';
