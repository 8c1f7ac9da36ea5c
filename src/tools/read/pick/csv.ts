import { chunks } from '../../formats/chunks.ts';
import { type CsvRow, CsvScanner } from '../../formats/csv/scanner.ts';
import { writeRow } from '../../formats/csv/write.ts';
import { Cuts } from '../../formats/limits.ts';
import { missingSlice, rangeWords, type Slice, type SliceRequest, unfitSlice } from '../slice.ts';

/** Rows of a table under its header; the first row below it is number 1. */
export async function pickRows(request: SliceRequest): Promise<Slice> {
  const { source, from, selector, around, maxBytes, delimiter, signal, format } = request;
  if (selector.kind !== 'rows')
    return unfitSlice(`A ${format.toUpperCase()} file has rows, no ${selector.kind}.`, 'Ask for rows, such as 5-10.');
  const first = Math.max(1, selector.first - around);
  const last = selector.last + around;
  const cuts = new Cuts();
  const lines: string[] = [];
  let size = 0;
  let isOver = false;
  const take = ({ fields }: CsvRow): 'more' | 'enough' => {
    const row = scanner.rows - 1;
    isOver = row > last || size > maxBytes;
    if (isOver) return 'enough';
    if (row > 0 && row < first) return 'more';
    cuts.add('strings', fields.filter(({ complete }) => !complete).length);
    const line = writeRow(
      fields.map(({ value, complete }) => (complete ? value : `${value}…`).replaceAll('\0', '\ufffd')),
      delimiter,
    );
    size += line.length;
    lines.push(line);
    return 'more';
  };
  const scanner = new CsvScanner({ delimiter, from, keepBytes: maxBytes, onRow: take });
  for await (const { bytes } of chunks(source, from, signal)) {
    scanner.feed(bytes);
    if (scanner.fault || isOver) break;
  }
  if (!isOver && !scanner.fault) scanner.end();
  const shown = lines.length - 1;
  if (scanner.fault && shown < 1) return { ok: false, why: 'broken', fault: scanner.fault };
  const rows = Math.max(0, scanner.rows - 1);
  if (shown < 1) return missingSlice(`The table has ${rows} rows: there is no row ${selector.first}.`, []);
  if (size > maxBytes) cuts.add('budget');
  return {
    ok: true,
    content: lines.map((line) => `${line}\n`).join(''),
    contentFormat: format,
    what: `${rangeWords('row', first, first + shown - 1)}, under the header`,
    leftOut: cuts.sentences(),
  };
}
