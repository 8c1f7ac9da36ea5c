import { chunks } from '../../formats/chunks.ts';
import { estimate } from '../../formats/format.ts';
import { Cuts, limitsFor } from '../../formats/limits.ts';
import { XmlPruner } from '../../formats/xml/pruner.ts';
import type { Drawing, DrawRequest } from '../drawing.ts';

export async function drawXml({ source, from, max, count, reach, signal }: DrawRequest): Promise<Drawing> {
  const rest = source.size > reach.whole ? 'skip' : 'quiet';
  const cuts = new Cuts();
  const pruner = new XmlPruner({ limits: limitsFor(max), cuts, rest, from });
  let complete = true;
  for await (const { bytes } of chunks(source, from, signal)) {
    pruner.feed(bytes);
    if (pruner.fault) break;
    complete = count || rest === 'quiet' || !pruner.rootRest || pruner.offset - from < reach.sample;
    if (!complete) break;
  }
  if (complete) pruner.end();
  if (pruner.fault) return { ok: false, format: 'xml', fault: pruner.fault };
  const part = [pruner.offset - from, source.size - from] as const;
  const collections = pruner.collections
    .filter(({ total }) => total > 1)
    .map(({ path, shown, total }) => {
      const all = complete ? { count: total, exact: true } : estimate(total, ...part);
      return { path, shown, total: all.count, exact: all.exact };
    });
  return {
    ok: true,
    format: 'xml',
    text: pruner.finish(),
    structure: 'elements',
    metadata: metadataOf(pruner),
    collections,
    cuts: cuts.sentences(),
    notes: [],
    checked: rest === 'quiet' ? 'whole' : complete ? 'structure' : 'beginning',
    shape: shapeOf(pruner),
  };
}

/** The root's attributes, and its elements that occur once and contain only text. */
function metadataOf(pruner: XmlPruner): { key: string; value: string }[] {
  const attributes = Object.entries(pruner.rootAttributes).map(([name, value]) => ({ key: `@${name}`, value }));
  const single = new Set(pruner.collections.filter(({ total }) => total === 1).map(({ path }) => path));
  const leaves = pruner.leaves.filter(({ name }) => single.has(`/${pruner.rootName}/${name}`));
  return [...attributes, ...leaves.map(({ name, text }) => ({ key: name, value: text }))].filter(
    ({ value }) => value.length <= LONGEST_FACT,
  );
}

const LONGEST_FACT = 2_000;

function shapeOf(pruner: XmlPruner) {
  const main = pruner.collections.toSorted((a, b) => b.total - a.total)[0];
  const elements = (main?.path ?? `/${pruner.rootName}`).slice(1).split('/');
  const namespaced = 'xmlns' in pruner.rootAttributes || elements.some((name) => name.includes(':'));
  return { format: 'xml', elements, namespaced } as const;
}
