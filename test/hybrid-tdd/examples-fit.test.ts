import { describe, expect, it } from 'vitest';
import { ImplClaim, TestsClaim, TypesClaim } from '#workflows/hybrid-tdd/claims.ts';
import { specFrom } from '#workflows/hybrid-tdd/read-spec.ts';
import { SPEC } from '../../examples/hybrid-tdd/example.ts';
import { EXAMPLES } from '../../examples/hybrid-tdd/index.ts';

describe.each(Object.entries(EXAMPLES))('the example %s', (_, { files, types, tests, impl }) => {
  const spec = specFrom(files[SPEC] ?? '', SPEC);
  const design = TypesClaim.parse(types.claim);
  const sketches = design.functions.flatMap(({ properties }) => properties.map(({ name }) => name));

  it('has a spec whose properties are in the design', () => {
    expect(spec.examples.length).toBeGreaterThan(3);
    expect(sketches).toEqual(expect.arrayContaining(spec.properties.map(({ name }) => name)));
  });

  it('has agents that keep to their files and claim everything that was requested', () => {
    const claimed = TestsClaim.parse(tests.claim).tests;
    expect([Object.keys(types.files ?? {}), Object.keys(impl.files ?? {})]).toEqual([[spec.implPath], [spec.implPath]]);
    expect(Object.keys(tests.files ?? {})).toEqual([spec.testPath]);
    expect(new Set(claimed.flatMap((test) => test.sketches))).toEqual(new Set(sketches));
    const wanted = design.functions.flatMap(({ name, examples }) => examples.map((_each, at) => `${name} ${at}`));
    const covered = claimed.flatMap((test) => test.examples.map((each) => `${each.function} ${each.example}`));
    expect(new Set(covered)).toEqual(new Set(wanted));
    const written = ImplClaim.parse(impl.claim).functions.map(({ name }) => name);
    expect(written.toSorted()).toEqual(design.functions.map(({ name }) => name).toSorted());
  });
});
