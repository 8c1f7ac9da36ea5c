import type { HybridResult } from './result.ts';
import type { Spec, SpecProperty } from './spec.ts';

/**
 * The spec for the next run, with what this one left to do. Repeating it adds nothing. Blind agents read all of it, so
 * it contains nothing observed of an implementation: of a failing test its name, not its message.
 */
export function nextSpec(result: Pick<HybridResult, 'next'>, spec: Spec): Spec {
  const found: SpecProperty[] = [];
  const notes: string[] = [];
  const criteria: string[] = [];
  for (const item of result.next) {
    if (item.type === 'add-property') found.push(item.property);
    if (item.type === 'redesign') notes.push(line(`${item.what} → ${item.how}`));
    if (item.type === 'cover') criteria.push(line(`${item.function}: ${item.what}`));
    if (item.type === 'fix') criteria.push(line(`${item.test} passes`));
  }
  const known = new Set(spec.properties.map(({ name }) => name));
  const fresh = [...new Map(found.map((property) => [property.name, property])).values()];
  return {
    ...spec,
    properties: [...spec.properties, ...fresh.filter(({ name }) => !known.has(name))],
    typeNotes: [...new Set([...spec.typeNotes, ...notes])],
    criteria: [...new Set([...spec.criteria, ...criteria])],
  };
}

const line = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 500).trim();
