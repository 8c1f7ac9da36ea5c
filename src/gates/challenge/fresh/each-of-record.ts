import type { Looked } from './judge-inputs.ts';

/**
 * One case for each field that all answers have, where they are records: a table may be in one field of an answer, or
 * in an object's state after its construction. None where answers are not records. Pure.
 */
export function fieldsOf({ called, probes, source, spoken }: Looked): Looked[] {
  const calls = called.calls.filter(({ outcome }) => !isThrown(outcome));
  const near = probes.filter(({ outcome }) => !isThrown(outcome));
  const [first, ...records] = [...calls, ...near].map(({ outcome }) => recordIn(outcome));
  if (!first || calls.length < 2 || records.some((record) => record === null)) return [];
  const names = [...first.keys()].filter((name) => records.every((record) => record?.has(name)));
  const at = (outcome: string, name: string): string => recordIn(outcome)?.get(name) ?? '';
  return names.slice(0, MOST).map((name) => ({
    called: { ...called, calls: calls.map((call) => ({ ...call, outcome: at(call.outcome, name) })) },
    probes: near.map((probe) => ({ ...probe, outcome: at(probe.outcome, name) })),
    source,
    ...(spoken ? { spoken: [] } : {}),
  }));
}

const MOST = 12;
const isThrown = (outcome: string): boolean => /^(throws|rejects) /.test(outcome);

/** `{"price": 900}`, `Quote {"price": 900}`, `{'price': 900}`, `Quote(price=900)`; null for anything else. */
function recordIn(outcome: string): ReadonlyMap<string, string> | null {
  const [, inner] =
    /^(?:resolves |holds )?(?:[A-Za-z_]\w* )?\{(.*)\}$/s.exec(outcome) ??
    /^(?:resolves )?[A-Za-z_]\w*\((\w+=.*)\)$/s.exec(outcome) ??
    [];
  if (inner === undefined) return null;
  const found = new Map<string, string>();
  for (const part of parted(inner)) {
    const [, , one, two, value] = /^\s*(?:(["'])(.*?)\1:|(\w+)=)\s*(.*)$/s.exec(part) ?? [];
    const name = one ?? two;
    if (name === undefined || value === undefined) return null;
    found.set(name, value);
  }
  return found.size > 0 ? found : null;
}

/** At commas outside of texts and brackets. */
function parted(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const [word] of text.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[\s\S]/g)) {
    if (/^[([{]$/.test(word)) depth += 1;
    if (/^[)\]}]$/.test(word)) depth -= 1;
    if (word === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += word;
  }
  return parts.filter((part) => part.trim() !== '');
}
