import type { TypesClaim } from '../claims.ts';
import type { SpecProperty } from '../spec.ts';

/**
 * The spec's own properties become sketches of the design, whether or not its agent included them: everything in the
 * design has to be covered by a test.
 */
export function withSpecProperties(claim: TypesClaim, asked: readonly SpecProperty[]): TypesClaim {
  const taken = new Set(claim.functions.flatMap(({ properties }) => properties.map(({ name }) => name)));
  const missing = asked
    .map((property) => ({ ...property, name: sketchName(property.name) }))
    .filter(({ name }, at, all) => !taken.has(name) && all.findIndex((other) => other.name === name) === at);
  const functions = claim.functions.map((one) => ({
    ...one,
    properties: [
      ...one.properties,
      ...missing
        .filter(({ about }) => ownerOf(claim, about) === one.name)
        .map(({ name, about, invariant }) => ({
          ...{ name, invariant, type: 'Other' as const },
          description: `Asked for by the spec, of ${about}.`,
        })),
    ],
  }));
  return { ...claim, functions };
}

/** In the form of a design's sketches. */
const sketchName = (name: string): string =>
  name
    .trim()
    .replace(/[^\w-]+/g, '-')
    .slice(0, 120);

/** The function that a property names; one about the whole module is assigned to the first. */
function ownerOf({ functions }: TypesClaim, about: string): string | undefined {
  const names = functions.map(({ name }) => name);
  const last = about.split('.').at(-1);
  return (
    names.find((name) => name === about) ??
    names.find((name) => name.split('.').at(-1) === last) ??
    names.find((name) => about.startsWith(`${name}.`)) ??
    names[0]
  );
}
