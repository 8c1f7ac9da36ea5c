import { nearestNames } from '#host/nearest-names.ts';
import { JsonPicker, type PickedValue } from '../../formats/json/picker.ts';
import { scanFile } from '../../formats/json/scan-file.ts';
import { JsonScanner } from '../../formats/json/scanner.ts';
import { type PathStep, parseKeyPath, writeKeyPath } from '../../formats/key-path.ts';
import { Cuts } from '../../formats/limits.ts';
import { missingSlice, rangeWords, readLimits, type Slice, type SliceRequest, unfitSlice } from '../slice.ts';
import { widenSteps } from './tree.ts';

/** A value of a JSON file, or of a file of JSON records, found without parsing what is not asked for. */
export async function pickJson(request: SliceRequest): Promise<Slice> {
  const steps = stepsOf(request);
  if ('problem' in steps) return unfitSlice(`The path ${request.selector.value} is not one: ${steps.problem}.`, PATHS);
  const sequence = request.format === 'jsonl';
  const asRecords = sequence && request.selector.kind === 'rows';
  const cuts = new Cuts();
  const limits = readLimits(request.maxBytes);
  const widened = widenSteps(sequence && steps.length === 0 ? [EVERYTHING] : steps, request.around);
  const picker = new JsonPicker({ steps: widened, around: request.around, limits, cuts, pretty: !asRecords, sequence });
  const scanner = new JsonScanner(picker, { from: request.from, sequence, keepBytes: request.maxBytes });
  const { source, from, signal } = request;
  await scanFile(source, scanner, { from, whole: true, sample: 0, signal, enough: () => picker.done });
  const found = picker.picked;
  if (!found.some(({ wanted }) => wanted)) {
    // What was passed over is not known to be valid; a fault explains why nothing was found.
    if (scanner.fault && !picker.done) return { ok: false, why: 'broken', fault: scanner.fault };
    return notFound(steps, picker, scanner.roots);
  }
  return {
    ok: true,
    content: asRecords ? found.map(({ json }) => `${json}\n`).join('') : `${compose(found, picker, widened)}\n`,
    contentFormat: asRecords ? 'jsonl' : 'json',
    what: describe(request, steps, found),
    leftOut: cuts.sentences(),
  };
}

const PATHS = 'Write keys and places like a.b[3].c, items[10:20] or ["odd key"].x.';
const EVERYTHING: PathStep = { kind: 'slice', from: 0, to: Number.MAX_SAFE_INTEGER };

function stepsOf({ selector }: SliceRequest): readonly PathStep[] | { problem: string } {
  if (selector.kind === 'rows') return [{ kind: 'slice', from: selector.first - 1, to: selector.last }];
  const parsed = parseKeyPath(selector.value);
  return parsed.ok ? parsed.steps : parsed;
}

function compose(found: readonly PickedValue[], { parentKind }: JsonPicker, steps: readonly PathStep[]): string {
  const last = steps.at(-1);
  const [only] = found;
  if (only && (found.length === 1 || parentKind === undefined) && last?.kind !== 'slice') return only.json;
  const isObject = parentKind === 'object';
  const entries = found.map(({ key, json }) => `  ${isObject ? `${key}: ` : ''}${json.replaceAll('\n', '\n  ')}`);
  return `${isObject ? '{' : '['}\n${entries.join(',\n')}\n${isObject ? '}' : ']'}`;
}

function describe(
  { selector, around }: SliceRequest,
  steps: readonly PathStep[],
  found: readonly PickedValue[],
): string {
  const near = around > 0 ? `, with up to ${around} neighbours on each side` : '';
  if (selector.kind !== 'rows') return `the value at ${writeKeyPath(steps)}${near}`;
  const places = found.map(({ index }) => index + 1);
  return rangeWords('row', Math.min(...places.slice(0, 1)), places.at(-1) ?? 0) + near;
}

function notFound(steps: readonly PathStep[], { deadEnd }: JsonPicker, roots: number): Slice {
  const depth = deadEnd?.depth ?? 0;
  const step = steps[depth];
  const place = depth === 0 ? 'The root' : writeKeyPath(steps.slice(0, depth));
  if (deadEnd?.scalar)
    return missingSlice(`${place} is a ${deadEnd.scalar}: it has no ${step ? writeKeyPath([step]) : 'inside'}.`, []);
  if (step?.kind === 'key') {
    const keys = deadEnd?.keys ?? [];
    const nearest = nearestNames(step.key, keys);
    return missingSlice(
      `${place} has no key ${JSON.stringify(step.key)}.`,
      nearest.length > 0 ? nearest : keys.slice(0, 10),
    );
  }
  const count = deadEnd?.count ?? roots;
  return missingSlice(`${place} has ${count} elements: there is no ${step ? writeKeyPath([step]) : 'such place'}.`, []);
}
