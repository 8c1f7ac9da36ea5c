import { estimate } from '../../formats/format.ts';
import { RecordPruner } from '../../formats/json/records.ts';
import { scanFile } from '../../formats/json/scan-file.ts';
import { JsonScanner } from '../../formats/json/scanner.ts';
import { Cuts, limitsFor } from '../../formats/limits.ts';
import type { Drawing, DrawRequest } from '../drawing.ts';
import { fieldOf } from './root.ts';

export async function drawJsonLines({ source, from, max, count, reach, signal }: DrawRequest): Promise<Drawing> {
  const rest = source.size > reach.whole ? 'skip' : 'quiet';
  const cuts = new Cuts();
  const pruner = new RecordPruner({ limits: limitsFor(max), cuts, rest, pretty: false });
  const scanner = new JsonScanner(pruner, { from, sequence: true });
  const complete = await scanFile(source, scanner, { from, whole: count, sample: reach.sample, signal });
  if (scanner.fault) return { ok: false, format: 'jsonl', fault: scanner.fault };
  const { lines } = pruner;
  const total = complete
    ? { count: scanner.roots, exact: true }
    : estimate(scanner.rootRest ?? lines.length, scanner.offset - from, source.size - from);
  const first: unknown = lines[0] === undefined ? undefined : JSON.parse(lines[0]);
  return {
    ok: true,
    format: 'jsonl',
    text: lines.map((line) => `${line}\n`).join(''),
    structure: 'records',
    metadata: [],
    collections: [{ path: 'records', shown: lines.length, total: total.count, exact: total.exact }],
    cuts: cuts.sentences(),
    notes: [],
    checked: rest === 'quiet' ? 'whole' : complete ? 'structure' : 'beginning',
    shape: { format: 'jsonl', field: fieldOf(first) },
  };
}
