import type { Design, Proposal } from '../state.ts';

/** Proposed properties become part of the design, so that they have to be covered like any other. */
export function withProposals(
  design: Design,
  proposals: readonly Proposal[],
): { readonly design: Design; readonly proposals: Proposal[] } {
  const [first] = design.claim.functions;
  const taken = new Set(design.claim.functions.flatMap(({ properties }) => properties.map(({ name }) => name)));
  const named = proposals.map((proposal) => {
    let { name } = proposal.sketch;
    for (let n = 2; taken.has(name); n += 1) name = `${proposal.sketch.name}-${n}`;
    taken.add(name);
    return { ...proposal, sketch: { ...proposal.sketch, name } };
  });
  const functions = design.claim.functions.map((one) => ({
    ...one,
    properties: [
      ...one.properties,
      ...named.filter((proposal) => ownerOf(design, proposal, first?.name) === one.name).map(({ sketch }) => sketch),
    ],
  }));
  return { design: { ...design, claim: { ...design.claim, functions } }, proposals: named };
}

/** A function as the design names it: a constructor by its class. */
function ownerOf({ claim }: Design, { function: name }: Proposal, fallback: string | undefined): string | undefined {
  const names = claim.functions.map((one) => one.name);
  if (name === null) return fallback;
  return names.find((one) => one === name) ?? names.find((one) => name.startsWith(`${one}.`)) ?? fallback;
}
