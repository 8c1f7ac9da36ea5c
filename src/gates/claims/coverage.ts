import type { ClaimedExample, ClaimedTest, Coverage, WantedFunction } from './claimed-test.ts';

/** A claimed test whose targets were found to be called. */
export interface ProvenTest {
  readonly claim: ClaimedTest;
  readonly calls: readonly string[];
  readonly isProperty: boolean;
}

/** What is covered, by tests that call it. A sketch is covered by a property test that calls its function. */
export function coverageOf(wanted: readonly WantedFunction[], proven: readonly ProvenTest[]): Coverage {
  const names = wanted.map(({ name }) => name);
  const [covered, uncovered] = split(names, (name) => proven.some(({ calls }) => calls.includes(name)));
  const sketches = wanted.flatMap(({ name, sketches: own }) => own.map((sketch) => ({ name, sketch })));
  const isCarriedOut = ({ name, sketch }: (typeof sketches)[number]): boolean =>
    proven.some(
      ({ claim, calls, isProperty }) => isProperty && claim.sketches.includes(sketch) && calls.includes(name),
    );
  const [done, open] = split(sketches, isCarriedOut);
  const examples = wanted.flatMap(({ name, examples: count }) =>
    Array.from({ length: count }, (_, example): ClaimedExample => ({ function: name, example })),
  );
  const [shown, hidden] = split(examples, (wantedOne) =>
    proven.some(
      ({ claim, calls }) => calls.includes(wantedOne.function) && claim.examples.some((one) => isSame(one, wantedOne)),
    ),
  );
  return {
    functions: { covered, uncovered },
    sketches: { covered: done.map(({ sketch }) => sketch), uncovered: open.map(({ sketch }) => sketch) },
    examples: { covered: shown.length, uncovered: hidden },
  };
}

const isSame = (one: ClaimedExample, other: ClaimedExample): boolean =>
  one.function === other.function && one.example === other.example;

function split<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}
