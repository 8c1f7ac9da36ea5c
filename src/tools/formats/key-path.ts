/** One step into a document: a key, a place in an array, or a range of places (the end is not part of it). */
export type PathStep =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'slice'; readonly from: number; readonly to: number };

export type KeyPath =
  | { readonly ok: true; readonly steps: readonly PathStep[] }
  | { readonly ok: false; readonly problem: string };

/** Reads `a.b[3].c`, `items[10:20]`, `["odd key"].x`; a leading dot or `$` is allowed. */
export function parseKeyPath(text: string): KeyPath {
  const steps: PathStep[] = [];
  let at = text.startsWith('$') ? 1 : 0;
  while (at < text.length) {
    const found = bracket(text, at) ?? name(text, at, steps.length === 0);
    if (!found)
      return { ok: false, problem: `it cannot be read from character ${at + 1} on: ${text.slice(at, at + 20)}` };
    if (steps.at(-1)?.kind === 'slice') return { ok: false, problem: 'a range can only be the last step' };
    if (found.step) steps.push(found.step);
    at = found.end;
  }
  return { ok: true, steps };
}

export function writeKeyPath(steps: readonly PathStep[]): string {
  return steps.map((step, index) => writeStep(step, index === 0)).join('') || '.';
}

interface Found {
  readonly step?: PathStep;
  readonly end: number;
}

function bracket(text: string, at: number): Found | undefined {
  const rest = text.slice(at);
  const place = /^\.?\[(\d{1,15})\]/.exec(rest);
  if (place) return { step: { kind: 'index', index: Number(place[1]) }, end: at + place[0].length };
  const range = /^\.?\[(\d{0,15}):(\d{0,15})\]/.exec(rest);
  if (range) {
    const to = range[2] === '' ? Number.MAX_SAFE_INTEGER : Number(range[2]);
    return { step: { kind: 'slice', from: Number(range[1] ?? 0), to }, end: at + range[0].length };
  }
  const quoted = /^\.?\[("(?:[^"\\]|\\.)*"|'[^']*')\]/.exec(rest);
  const key = quoted?.[1] === undefined ? undefined : unquote(quoted[1]);
  return quoted && key !== undefined ? { step: { kind: 'key', key }, end: at + quoted[0].length } : undefined;
}

function unquote(quoted: string): string | undefined {
  if (quoted.startsWith("'")) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return undefined;
  }
}

function name(text: string, at: number, isFirst: boolean): Found | undefined {
  const found = /^(\.?)([^.[\]]+)/.exec(text.slice(at));
  if (found?.[2] !== undefined && (isFirst || found[1] === '.')) {
    return { step: { kind: 'key', key: found[2] }, end: at + found[0].length };
  }
  return isFirst && text === '.' ? { end: at + 1 } : undefined;
}

function writeStep(step: PathStep, isFirst: boolean): string {
  if (step.kind === 'index') return `[${step.index}]`;
  if (step.kind === 'slice') return `[${step.from}:${step.to === Number.MAX_SAFE_INTEGER ? '' : step.to}]`;
  if (!/^[\w-]+$/.test(step.key)) return `[${JSON.stringify(step.key)}]`;
  return isFirst ? step.key : `.${step.key}`;
}
