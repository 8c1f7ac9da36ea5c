import { chunks } from '../../formats/chunks.ts';
import { escapeBytes } from '../../formats/escape-bytes.ts';
import type { Format } from '../../formats/format.ts';
import { Cuts } from '../../formats/limits.ts';
import { LineTaker } from '../../formats/line-taker.ts';
import { LineCounter } from '../../formats/lines.ts';
import { missingSlice, rangeWords, type Slice, type SliceRequest } from '../slice.ts';

/** Lines of any file that is text. */
export async function pickLines(request: SliceRequest, first: number, last: number): Promise<Slice> {
  const { source, from, around, maxBytes, format, signal } = request;
  const taker = new LineTaker({
    first: Math.max(1, first - around),
    last: last + around,
    keepBytes: maxBytes,
    totalBytes: maxBytes,
  });
  const counter = new LineCounter();
  for await (const { bytes } of chunks(source, from, signal)) {
    taker.feed(bytes);
    counter.feed(bytes);
    if (taker.done) break;
  }
  taker.end();
  counter.end();
  const { lines } = taker;
  const [top, bottom] = [lines[0], lines.at(-1)];
  if (!top || !bottom || bottom.number < first) {
    return missingSlice(`The file has ${counter.lines} lines: there is no line ${first}.`, []);
  }
  const cuts = new Cuts();
  cuts.add('strings', lines.filter(({ complete }) => !complete).length);
  if (bottom.number < Math.min(last + around, counter.lines)) cuts.add('budget');
  const content = lines.map(({ bytes, complete }) => `${escapeBytes(bytes)}${complete ? '' : '…'}\n`).join('');
  const asIs = format === 'jsonl' && content.split('\n').every(isJsonOrEmpty);
  return {
    ok: true,
    content,
    contentFormat: asIs ? 'jsonl' : 'text',
    what: rangeWords('line', top.number, bottom.number),
    lines: { first: top.number, last: bottom.number },
    leftOut: cuts.sentences(),
    ...(asIs || format === 'text' ? {} : { fallback: inLines(format) }),
  };
}

const inLines = (format: Format): string =>
  format === 'binary'
    ? 'The file is not text: its bytes are shown escaped.'
    : `Lines of a ${format.toUpperCase()} file are text, not ${format.toUpperCase()}: they may be cut anywhere in it.`;

function isJsonOrEmpty(line: string): boolean {
  try {
    if (line !== '') JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
