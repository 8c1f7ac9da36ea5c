import { detectFormat } from '../formats/detect.ts';
import { asUtf8 } from '../formats/encoding.ts';
import { escapedSlice } from '../formats/escape-bytes.ts';
import type { Format, FormatFault } from '../formats/format.ts';
import { jsonOfCommented } from '../formats/json/read-comments.ts';
import { locateText } from '../formats/locate.ts';
import { type ByteSource, readAt } from '../formats/source.ts';
import type { Selector, Slice, SliceRequest } from './slice.ts';

export interface ReadRequest {
  readonly source: ByteSource;
  /** Only its name is looked at. */
  readonly path: string;
  readonly selector: Selector;
  readonly around: number;
  readonly maxBytes: number;
  readonly format?: Format | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type ReadOutcome = Exclude<Slice, { why: 'broken' }> & { readonly format: Format };

const HEAD = 64 * 1024;

/** A part of a file, valid in the file's own format; where that is impossible, its bytes and the reason. */
export async function readFormatSource(request: ReadRequest): Promise<ReadOutcome> {
  const { path, selector, around, maxBytes, signal } = request;
  const { source: plain, from } = await asUtf8(request.source);
  const bare =
    request.format === undefined && (selector.kind === 'path' || selector.kind === 'rows')
      ? await jsonOfCommented(plain, path)
      : null;
  const source = bare ?? plain;
  const head = await readAt(source, from, HEAD);
  const isWhole = from + head.length >= source.size;
  const detected = await detectFormat({ path, head, from, isWhole, wanted: bare ? 'json' : request.format });
  const { format, delimiter = ',' } = detected;
  const slice = await pick({ source, from, path, format, selector, around, maxBytes, delimiter, signal });
  if (slice.ok || slice.why !== 'broken') return { ...slice, format };
  return { ...(await byteSlice(source, slice.fault, maxBytes, signal)), format };
}

/** The libraries behind the formats are loaded only when a file needs them. */
async function pick(request: SliceRequest): Promise<Slice> {
  const { selector, format } = request;
  if (selector.kind === 'lines')
    return (await import('./pick/lines.ts')).pickLines(request, selector.first, selector.last);
  if (selector.kind === 'section') return (await import('./pick/section.ts')).pickSection(request);
  if (selector.kind === 'symbol') return (await import('./pick/symbol.ts')).pickSymbol(request);
  if (selector.kind === 'element' && format !== 'xml') return notThere(format, selector.kind);
  switch (format) {
    case 'json':
    case 'jsonl':
      return (await import('./pick/json.ts')).pickJson(request);
    case 'csv':
    case 'tsv':
      return (await import('./pick/csv.ts')).pickRows(request);
    case 'xml':
      return (await import('./pick/xml.ts')).pickElements(request);
    case 'yaml':
      return (await import('./pick/yaml.ts')).pickYaml(request);
    case 'toml':
      return (await import('./pick/toml.ts')).pickToml(request);
    default:
      return notThere(format, selector.kind);
  }
}

const ASK_FOR: Readonly<Record<Format, string>> = {
  json: 'a path (a.b[3]), rows or lines',
  jsonl: 'rows, a path ([3].name) or lines',
  yaml: 'a path (a.b[3]) or lines',
  toml: 'a path (a.b[3]) or lines',
  xml: 'an element (/catalog/book[2]) or lines',
  csv: 'rows or lines',
  tsv: 'rows or lines',
  text: 'lines, or a symbol of source code',
  binary: 'nothing but lines; preview shows its bytes',
};

const notThere = (format: Format, kind: string): Slice => ({
  ok: false,
  why: 'unfit',
  message: `The file is ${format === 'text' ? 'text' : format.toUpperCase()}: it has no ${kind}.`,
  next: `Ask for ${ASK_FOR[format]}.`,
});

const AROUND = 500;

async function byteSlice(source: ByteSource, fault: FormatFault, maxBytes: number, signal: AbortSignal | undefined) {
  const at = await locateText(source, fault, signal);
  const start = Math.max(0, at.byte - AROUND);
  const content = await escapedSlice(source, start, Math.min(maxBytes, at.byte - start + AROUND));
  return {
    ok: true,
    content,
    contentFormat: 'text',
    what: `bytes ${start} to ${Math.min(source.size, at.byte + AROUND)}, escaped`,
    leftOut: [],
    fallback: `It could not be read by its format: line ${at.line}, column ${at.column} (byte ${at.byte}): ${fault.message}.`,
  } as const;
}
