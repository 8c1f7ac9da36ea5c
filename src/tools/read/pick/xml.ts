import { nearestNames } from '#host/nearest-names.ts';
import { chunks } from '../../formats/chunks.ts';
import { Cuts } from '../../formats/limits.ts';
import { type ElementStep, parseElementPath } from '../../formats/xml/element-path.ts';
import { XmlPicker } from '../../formats/xml/picker.ts';
import { missingSlice, readLimits, type Slice, type SliceRequest, unfitSlice } from '../slice.ts';

/** Elements of an XML file, inside the elements that lead to them. */
export async function pickElements(request: SliceRequest): Promise<Slice> {
  const { source, from, selector, around, maxBytes, signal } = request;
  if (selector.kind !== 'element') return unfitSlice(`An XML file has elements, no ${selector.kind}.`, PATHS);
  const parsed = parseElementPath(selector.value);
  if (!parsed.ok) return unfitSlice(`The path ${selector.value} is not one: ${parsed.problem}.`, PATHS);
  const cuts = new Cuts();
  const picker = new XmlPicker({ steps: widen(parsed.steps, around), limits: readLimits(maxBytes), cuts, from });
  for await (const { bytes } of chunks(source, from, signal)) {
    picker.feed(bytes);
    if (picker.fault || picker.done) break;
  }
  if (!picker.done && !picker.fault) picker.end();
  if (picker.fault) return { ok: false, why: 'broken', fault: picker.fault };
  if (picker.found === 0) return notFound(parsed.steps, picker);
  if (picker.full) cuts.add('budget');
  return {
    ok: true,
    content: picker.finish(),
    contentFormat: 'xml',
    what: `${picker.found} ${picker.found === 1 ? 'element' : 'elements'} at ${selector.value}, in what leads there`,
    leftOut: cuts.sentences(),
  };
}

const PATHS = "Write a path like /catalog/book[2]/title or /catalog/book[@id='x'].";

/** Neighbours are known by their number; elements asked for by attribute come alone. */
function widen(steps: readonly ElementStep[], around: number): readonly ElementStep[] {
  const last = steps.at(-1);
  if (!last || around === 0 || last.first !== last.last) return steps;
  return [...steps.slice(0, -1), { ...last, first: Math.max(1, last.first - around), last: last.last + around }];
}

function notFound(steps: readonly ElementStep[], { deadEnd }: XmlPicker): Slice {
  const depth = deadEnd?.depth ?? 0;
  const wanted = steps[depth]?.name ?? '*';
  const names = [...(deadEnd?.names ?? [])];
  const place =
    depth === 0
      ? 'The root'
      : `/${steps
          .slice(0, depth)
          .map(({ name }) => name)
          .join('/')}`;
  if (deadEnd && deadEnd.fitting > 0)
    return missingSlice(`${place} has ${deadEnd.fitting} of ${wanted}, not as many as asked for.`, []);
  const nearest = nearestNames(wanted, names);
  return missingSlice(
    depth === 0 ? `The root is not ${wanted}.` : `${place} has no ${wanted} that fits.`,
    nearest.length > 0 ? nearest : names.slice(0, 10),
  );
}
