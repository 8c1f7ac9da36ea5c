import { asTold, type TddExample } from './example.ts';
import { PYTHON_LRU } from './lru/python.ts';
import { TYPESCRIPT_LRU } from './lru/typescript.ts';
import { PYTHON_PARSER } from './parser/python.ts';
import { TYPESCRIPT_PARSER } from './parser/typescript.ts';
import { scenarioOf } from './scenario.ts';
import { PYTHON_STACK } from './stack/python.ts';
import { TYPESCRIPT_STACK } from './stack/typescript.ts';

/** By name: SPEC-LANGUAGE. */
export const EXAMPLES: Readonly<Record<string, TddExample>> = {
  'stack-typescript': TYPESCRIPT_STACK,
  'stack-python': PYTHON_STACK,
  'lru-typescript': TYPESCRIPT_LRU,
  'lru-python': PYTHON_LRU,
  'parser-typescript': TYPESCRIPT_PARSER,
  'parser-python': PYTHON_PARSER,
};

/** What the demo needs of one: its project, and the simulated model that plays its agents. */
export default Object.fromEntries(
  Object.entries(EXAMPLES).map(([name, example]) => [
    name,
    { title: example.title, files: example.files, scenario: scenarioOf(name, asTold(example)) },
  ]),
);
