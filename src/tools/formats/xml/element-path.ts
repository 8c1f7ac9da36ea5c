/** One step of a simple path: a name or `*`, and which of those that fit. */
export interface ElementStep {
  readonly name: string;
  /** From 1, the end included. */
  readonly first: number;
  readonly last: number;
  readonly attribute?: { readonly name: string; readonly value?: string };
}

export type ElementPath =
  | { readonly ok: true; readonly steps: readonly ElementStep[] }
  | { readonly ok: false; readonly problem: string };

/** Reads `/catalog/book[2]/title`, `/catalog/book[@id='x']`, `/catalog/*`. Names are compared as written, or without a prefix. */
export function parseElementPath(text: string): ElementPath {
  const steps: ElementStep[] = [];
  let rest = text.startsWith('/') ? text.slice(1) : text;
  while (rest !== '') {
    const found = STEP.exec(rest);
    if (!found) return { ok: false, problem: `it cannot be read from here on: ${rest.slice(0, 30)}` };
    const [all, name = '*', position, attribute, double, single] = found;
    const value = double ?? single;
    steps.push({
      name,
      first: position === undefined ? 1 : Number(position),
      last: position === undefined ? Number.MAX_SAFE_INTEGER : Number(position),
      ...(attribute === undefined ? {} : { attribute: { name: attribute, ...(value === undefined ? {} : { value }) } }),
    });
    rest = rest.slice(all.length);
  }
  return steps.length === 0 ? { ok: false, problem: 'it names no element' } : { ok: true, steps };
}

const STEP = /^([^/[\]@\s]+)(?:\[(?:(\d{1,15})|@([^=\]\s]+)(?:=(?:"([^"]*)"|'([^']*)'))?)\])?(?:\/(?=.)|$)/;

export function fitsStep(step: ElementStep, name: string, attributes: Readonly<Record<string, string>>): boolean {
  const sameName = step.name === '*' || step.name === name || step.name === name.replace(/^.*:/, '');
  if (!sameName || !step.attribute) return sameName;
  const value = attributes[step.attribute.name];
  return value !== undefined && (step.attribute.value === undefined || step.attribute.value === value);
}
