import { extname } from 'node:path';
import { z } from 'zod';
import { AssayError } from '#contracts/errors.ts';
import type { Json } from '#contracts/json.ts';
import type { Tool } from '#contracts/tool.ts';
import type { Graph } from '#engine/graph/graph.ts';
import type { Scenario } from '#sim/types.ts';

/** A workflow to try, with the script of the simulated model that plays its agents. */
export interface Example {
  readonly title: string;
  readonly graph: Graph;
  readonly scenario: Scenario;
  readonly tools: readonly Tool[];
  input(folder: string, ask: boolean): Json;
  /** The folder its agents work in, from the input its run was started with. */
  folderOf(input: Json): string;
}

export const EXAMPLES = ['first-run'] as const;

/**
 * Examples are outside the rooms and are loaded like a user's own workflow: by path, on demand. The file extension is
 * that of this file: types are stripped in the npm package.
 */
export async function loadExample(name: (typeof EXAMPLES)[number]): Promise<Example> {
  const path = `../../examples/${name}/index${extname(import.meta.url)}`;
  const module: { default?: unknown } = await import(new URL(path, import.meta.url).href);
  if (isExample(module.default)) return module.default;
  throw new AssayError('CONFIG_INVALID', `examples/${name} does not export an example`);
}

export const loadExamples = (): Promise<Example[]> => Promise.all(EXAMPLES.map(loadExample));

const isExample = (value: unknown): value is Example =>
  value !== null && typeof value === 'object' && 'graph' in value && 'scenario' in value && 'folderOf' in value;

/** The script of a simulated model that plays the agents of a workflow. */
export async function loadPlay(name: string): Promise<Scenario> {
  const path = `../../examples/${name}/play${extname(import.meta.url)}`;
  const module: { default?: unknown } = await import(new URL(path, import.meta.url).href);
  if (isScenario(module.default)) return module.default;
  throw new AssayError('SCENARIO_UNKNOWN', `examples/${name} has no play`);
}

const isScenario = (value: unknown): value is Scenario =>
  value !== null && typeof value === 'object' && 'answer' in value && typeof value.answer === 'function';

/** The files of an example's project, by path. */
export async function loadProject(name: string): Promise<Readonly<Record<string, string>>> {
  const path = `../../examples/${name}/project${extname(import.meta.url)}`;
  const module: { PROJECT?: unknown } = await import(new URL(path, import.meta.url).href);
  return z.record(z.string(), z.string()).parse(module.PROJECT);
}
