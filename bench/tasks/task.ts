/** A small piece of real work: a project as it is, what a person asks for, and tests that anyone who works on it never sees. */
export interface CodingTask {
  readonly name: string;
  readonly kind: 'fix' | 'feature';
  /** As somebody would write it in an issue. */
  readonly prompt: string;
  readonly files: Readonly<Record<string, string>>;
  /** Run with `node --test` once the work is done. */
  readonly hidden: string;
  /** What the simulated model writes: it shows that the task can be done and that the harness sees it. */
  readonly solution: Readonly<Record<string, string>>;
}

interface Brief {
  readonly kind?: CodingTask['kind'];
  readonly ask: string;
  /** The module before, and after. */
  readonly from: string;
  readonly to: string;
  /** Lines of the hidden test; `m` is the module, `eq` and `throws` are assert's. */
  readonly test: string;
}

/** One module and its tests. */
export const codingTask = (name: string, { kind = 'fix', ask, from, to, test }: Brief): CodingTask => {
  const path = `src/${name}.js`;
  return {
    name,
    kind,
    prompt: `${ask}\n\nThe module is ${path}. Change nothing that is not asked for.`,
    files: { 'package.json': '{ "name": "sample", "type": "module" }\n', [path]: `${from}\n` },
    hidden: [
      "import test from 'node:test';",
      "import { deepEqual as eq, throws, rejects } from 'node:assert/strict';",
      `import * as m from './${path}';`,
      `test('${name}', async () => {\n${test}\n});`,
      '',
    ].join('\n'),
    solution: { [path]: `${to}\n` },
  };
};
