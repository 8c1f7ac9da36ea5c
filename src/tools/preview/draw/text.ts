import { chunks } from '../../formats/chunks.ts';
import { escapeBytes } from '../../formats/escape-bytes.ts';
import { estimate } from '../../formats/format.ts';
import { Cuts, limitsFor } from '../../formats/limits.ts';
import { LineTaker } from '../../formats/line-taker.ts';
import { LineCounter } from '../../formats/lines.ts';
import type { Drawing, DrawRequest } from '../drawing.ts';

export async function drawText({ source, from, max, count, reach, signal }: DrawRequest): Promise<Drawing> {
  const cuts = new Cuts();
  const limits = limitsFor(max);
  const taker = new LineTaker({ first: 1, last: max, keepBytes: limits.text, totalBytes: limits.total });
  const counter = new LineCounter();
  let offset = from;
  let complete = true;
  for await (const { bytes } of chunks(source, from, signal)) {
    taker.feed(bytes);
    counter.feed(bytes);
    offset += bytes.length;
    complete = count || source.size <= reach.whole || offset - from < reach.sample;
    if (!complete) break;
  }
  taker.end();
  if (complete) counter.end();
  const total = complete
    ? { count: counter.lines, exact: true }
    : estimate(counter.lines, offset - from, source.size - from);
  const { lines } = taker;
  cuts.add('strings', lines.filter((line) => !line.complete).length);
  if (lines.length < total.count) cuts.add(lines.length < max ? 'budget' : 'collections');
  return {
    ok: true,
    format: 'text',
    text: lines.map((line) => `${escapeBytes(line.bytes)}${line.complete ? '' : '…'}\n`).join(''),
    structure: 'lines',
    metadata: [],
    collections: [{ path: 'lines', shown: lines.length, total: total.count, exact: total.exact }],
    cuts: cuts.sentences(),
    notes: [],
    checked: complete ? 'whole' : 'beginning',
    shape: { format: 'text' },
  };
}
