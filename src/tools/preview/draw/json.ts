import { estimate } from '../../formats/format.ts';
import { JsonPruner } from '../../formats/json/pruner.ts';
import { scanFile } from '../../formats/json/scan-file.ts';
import { JsonScanner } from '../../formats/json/scanner.ts';
import { Cuts, limitsFor } from '../../formats/limits.ts';
import type { Drawing, DrawRequest } from '../drawing.ts';
import { drawJsonLines } from './json-lines.ts';
import { describeRoot, fieldOf } from './root.ts';

export async function drawJson(request: DrawRequest): Promise<Drawing> {
  const { source, from, max, count, reach, signal } = request;
  const rest = source.size > reach.whole ? 'skip' : 'quiet';
  const cuts = new Cuts();
  const pruner = new JsonPruner({ limits: limitsFor(max), cuts, rest, pretty: true });
  const scanner = new JsonScanner(pruner, { from });
  const complete = await scanFile(source, scanner, { from, whole: count, sample: reach.sample, signal });
  if (scanner.fault)
    return scanner.trailing ? otherwise(request, scanner.fault) : { ok: false, format: 'json', fault: scanner.fault };

  const shown = pruner.shownAtRoot;
  const kind = pruner.rootKind ?? 'literal';
  const text = `${pruner.finish()}\n`;
  const total = complete
    ? { count: pruner.root?.count ?? 0, exact: true }
    : estimate(scanner.rootRest ?? shown, scanner.offset - from, source.size - from);
  const { items, meta, ...facts } = describeRoot({
    kind,
    shown,
    total,
    members: pruner.members,
    nested: pruner.nested,
  });
  return {
    ok: true,
    format: 'json',
    text,
    ...facts,
    cuts: cuts.sentences(),
    notes: [],
    checked: rest === 'quiet' ? 'whole' : complete ? 'structure' : 'beginning',
    shape: { format: 'json', items, meta, field: fieldOf(firstElement(text, items)) },
  };
}

/** A file of many documents is JSON Lines, whatever its name says. */
async function otherwise(request: DrawRequest, fault: { byte: number; message: string }): Promise<Drawing> {
  const lines = request.forced ? undefined : await drawJsonLines(request);
  return lines?.ok ? lines : { ok: false, format: 'json', fault };
}

function firstElement(text: string, items: readonly string[] | undefined): unknown {
  if (!items) return undefined;
  let value: unknown = JSON.parse(text);
  for (const key of items) {
    value =
      typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined;
  }
  return Array.isArray(value) ? value[0] : undefined;
}
