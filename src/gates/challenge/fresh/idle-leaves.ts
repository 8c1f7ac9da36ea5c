import type { Called, Probe } from './called.ts';
import type { Value } from './neighbours.ts';

/**
 * Removes inputs that differ from a test only in a part of a record or list that never makes a difference: they equal
 * the test's input, and the same answer says nothing. Pure.
 */
export function withoutIdleLeaves(calls: Called['calls'], probes: readonly Probe[]): readonly Probe[] {
  const near = probes.map((probe) => {
    for (const call of calls) {
      const at = onlyDifference(call.args, probe.args);
      if (at !== null) return { probe, at, isAlike: call.outcome === probe.outcome };
    }
    return { probe, at: null, isAlike: false };
  });
  const idle = [...Map.groupBy(near, ({ at }) => at)]
    .filter(([at, own]) => at !== null && own.length >= 2 && own.every(({ isAlike }) => isAlike))
    .map(([at]) => at);
  return near.filter(({ at }) => !idle.includes(at)).map(({ probe }) => probe);
}

/** Where two argument lists differ, inside one argument: `0.*.sku`; null where in more places, or as a whole. */
function onlyDifference(one: readonly Value[], other: readonly Value[]): string | null {
  const found = differences([...one], [...other], []);
  const [first] = found ?? [];
  return found?.length === 1 && first !== undefined && first.length > 1 ? first.join('.') : null;
}

function differences(one: Value, other: Value, at: readonly string[]): (readonly string[])[] | null {
  if (Array.isArray(one) && Array.isArray(other)) {
    const shared = Math.min(one.length, other.length);
    const end = one.length === other.length ? [] : [[...at, one.length < other.length ? 'longer' : 'shorter']];
    const inside = (n: number) => [...at, at.length === 0 ? String(n) : '*'];
    return all([...one.slice(0, shared).map((value, n) => differences(value, other[n] ?? null, inside(n))), end]);
  }
  if (!isRecord(one) || !isRecord(other)) return JSON.stringify(one) === JSON.stringify(other) ? [] : [at];
  const keys = Object.keys(one);
  return keys.join() === Object.keys(other).join()
    ? all(keys.map((key) => differences(one[key] ?? null, other[key] ?? null, [...at, key])))
    : null;
}

const all = (parts: readonly ((readonly string[])[] | null)[]): (readonly string[])[] | null =>
  parts.some((part) => part === null) ? null : parts.flatMap((part) => part ?? []);

const isRecord = (value: Value): value is { readonly [key: string]: Value } =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !('$' in value);
