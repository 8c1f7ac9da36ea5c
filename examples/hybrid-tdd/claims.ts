import type { Json } from '#contracts/json.ts';
import type { Deed, Script } from './example.ts';

/** Short ways to write down what agents claim. */

export const example = (description: string, input: string, expected: string, edgeCase = false) => ({
  description,
  input,
  expected,
  edgeCase,
});

export const sketch = (name: string, type: string, description: string, invariant: string) => ({
  name,
  description,
  invariant,
  type,
});

export interface Title {
  readonly title: string;
  readonly kind: 'property' | 'example';
  readonly targets: readonly string[];
  readonly sketches?: readonly string[];
  /** By function and number, as the design counts them. */
  readonly examples?: readonly { readonly function: string; readonly example: number }[];
}

/** Test titles as a runner tells them. */
export type Naming = (title: string) => string;
export const inTypeScript: Naming = (title) => title;
export const inPython: Naming = (title) => `test_${title.replaceAll(/\W+/g, '_')}`;

export const testsClaim = (titles: readonly Title[], naming: Naming, brief: string) => ({
  tests: titles.map(({ title, kind, targets, sketches = [], examples = [] }) => ({
    ...{ name: naming(title), kind, type: 'Other', description: title },
    ...{ targets: [...targets], sketches: [...sketches], examples: [...examples] },
  })),
  strategy: 'each sketch is a property, each edge an example',
  brief,
});

interface Written {
  readonly names: readonly string[];
  readonly helpers?: readonly string[];
  readonly approach: string;
  readonly edgeCases: readonly string[];
  readonly brief: string;
}

export const implClaim = ({ names, helpers = [], approach, edgeCases, brief }: Written) => ({
  functions: names.map((name) => ({ name, approach, edgeCases: [...edgeCases] })),
  helpers: [...helpers],
  representation: approach,
  designNotes: 'nothing beyond what was asked',
  brief,
});

/** The analyst has one thing to say about every survivor it is told of. */
export const explains =
  (whyDangerous: string, property: ReturnType<typeof sketch>): Script =>
  ({ prompt }) => ({
    claim: {
      analysis: whyDangerous,
      survivors: survivorsIn(prompt).map((id, at) => ({
        id,
        whyDangerous,
        proposed: { ...property, name: `${property.name}-${at + 1}` },
      })),
    },
  });

/** The tests agent answers every property that was proposed to it with this one test. */
export const answers =
  (deed: Deed, by: string): Script =>
  ({ prompt }) => ({ ...deed, claim: withSketches(deed.claim, by, proposedIn(prompt)) });

function withSketches(claim: Json, by: string, names: readonly string[]): Json {
  if (!isObject(claim) || !Array.isArray(claim.tests)) return claim;
  const tests = claim.tests.map((test) =>
    isObject(test) && test.name === by && Array.isArray(test.sketches)
      ? { ...test, sketches: [...test.sketches, ...names] }
      : test,
  );
  return { ...claim, tests };
}

const isObject = (value: Json): value is { [key: string]: Json } =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const listed = (prompt: string, title: string): string[] => {
  const [, section = ''] = prompt.split(`## ${title}\n`);
  return [...(section.split('\n\n', 1)[0] ?? '').matchAll(/^- (\S+): /gm)].flatMap(([, name]) => name ?? []);
};

export const survivorsIn = (prompt: string): string[] => listed(prompt, 'Survivors');
export const proposedIn = (prompt: string): string[] => listed(prompt, 'Mistakes that your tests did not notice');
