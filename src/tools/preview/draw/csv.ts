import { chunks } from '../../formats/chunks.ts';
import { type CsvRow, CsvScanner } from '../../formats/csv/scanner.ts';
import { writeRow } from '../../formats/csv/write.ts';
import { estimate, type Format } from '../../formats/format.ts';
import { Cuts, type Limits, limitsFor } from '../../formats/limits.ts';
import { cutText } from '../../formats/xml/escape.ts';
import type { Drawing, DrawRequest } from '../drawing.ts';

export async function drawCsv(request: DrawRequest, format: 'csv' | 'tsv'): Promise<Drawing> {
  const { source, from, count, reach, signal, delimiter = format === 'tsv' ? '\t' : ',' } = request;
  const table = new Table(limitsFor(request.max), delimiter);
  const scanner = new CsvScanner({ delimiter, from, onRow: (row) => table.add(row) });
  let complete = true;
  for await (const { bytes } of chunks(source, from, signal)) {
    scanner.feed(bytes);
    if (scanner.fault) break;
    complete = count || source.size <= reach.whole || !scanner.counting || scanner.offset - from < reach.sample;
    if (!complete) break;
  }
  if (complete) scanner.end();
  if (scanner.fault) return { ok: false, format, fault: scanner.fault };
  const total = complete
    ? { count: scanner.rows, exact: true }
    : estimate(scanner.rows, scanner.offset - from, source.size - from);
  return table.drawing(format, scanner, total, complete);
}

/** The rows to show. The first is taken for the header, as programs do. */
class Table {
  readonly #limits: Limits;
  readonly #delimiter: string;
  readonly #cuts = new Cuts();
  readonly #lines: string[] = [];
  #header: readonly string[] = [];
  #quoted = false;
  #size = 0;

  constructor(limits: Limits, delimiter: string) {
    this.#limits = limits;
    this.#delimiter = delimiter;
  }

  add({ fields }: CsvRow): 'more' | 'enough' {
    if (this.#lines.length > this.#limits.items || this.#size > this.#limits.total) {
      this.#cuts.add(this.#lines.length > this.#limits.items ? 'collections' : 'budget');
      return 'enough';
    }
    const shown = fields.slice(0, this.#limits.members).map(({ value, complete }) => {
      const { text, cut } = cutText(value, this.#limits.text);
      if (cut || !complete) this.#cuts.add('strings');
      // Some readers refuse a NUL, and it says nothing.
      return (cut || complete ? text : `${text}…`).replaceAll('\0', '\ufffd');
    });
    if (shown.length < fields.length) this.#cuts.add('columns');
    if (this.#lines.length === 0) this.#header = shown;
    this.#quoted ||= fields.some(({ quoted }) => quoted);
    const line = writeRow(shown, this.#delimiter);
    this.#size += line.length;
    this.#lines.push(line);
    return 'more';
  }

  drawing(format: Format, scanner: CsvScanner, rows: { count: number; exact: boolean }, complete: boolean): Drawing {
    const { uneven, columns } = scanner;
    const shown = Math.max(0, this.#lines.length - 1);
    return {
      ok: true,
      format,
      text: this.#lines.map((line) => `${line}\n`).join(''),
      structure: 'table',
      metadata: [
        { key: 'columns', value: this.#header.join(', ') },
        { key: 'delimiter', value: this.#delimiter },
      ],
      collections: [{ path: 'rows', shown, total: Math.max(shown, rows.count - 1), exact: rows.exact }],
      cuts: this.#cuts.sentences(),
      notes: uneven ? [`Row ${uneven.row} has ${uneven.columns} columns, the first row ${columns}.`] : [],
      checked: complete ? 'whole' : 'beginning',
      shape: { format, delimiter: this.#delimiter, quoted: this.#quoted, columns: this.#header },
    };
  }
}
