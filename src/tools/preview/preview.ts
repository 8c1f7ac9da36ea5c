import { detectFormat } from '../formats/detect.ts';
import { asUtf8 } from '../formats/encoding.ts';
import { escapedSlice } from '../formats/escape-bytes.ts';
import { type Checked, type Format, type FormatFault, type Reach, USUAL_REACH } from '../formats/format.ts';
import { hexDump } from '../formats/hex-dump.ts';
import { isSpace } from '../formats/json/bytes.ts';
import { jsonOfCommented } from '../formats/json/read-comments.ts';
import { locateText, type TextPosition } from '../formats/locate.ts';
import { looksBinary } from '../formats/magic.ts';
import type { ValueShape } from '../formats/queries/suggest.ts';
import { type ByteSource, readAt } from '../formats/source.ts';
import type { Collection, Drawing, DrawRequest, Structure } from './drawing.ts';
import { readsBack } from './reads-back.ts';

export interface PreviewRequest {
  readonly source: ByteSource;
  /** Only its name is looked at. */
  readonly path: string;
  readonly max: number;
  readonly count: boolean;
  readonly format?: Format | undefined;
  readonly reach?: Reach | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Preview {
  readonly bytes: number;
  readonly encoding: string;
  readonly format: Format;
  readonly detectedBy: 'content' | 'name' | 'caller';
  readonly structure: Structure;
  readonly checked: Checked;
  readonly problem?: PreviewProblem;
  readonly preview: string;
  /** What `preview` is written in: the file's format, or text where the file is not valid. */
  readonly previewFormat: Format;
  readonly metadata: readonly { readonly key: string; readonly value: string }[];
  readonly collections: readonly Collection[];
  readonly leftOut: readonly string[];
  readonly notes: readonly string[];
  /** For queries; none of a file that is not valid. */
  readonly shape?: ValueShape;
}

export interface PreviewProblem extends TextPosition {
  readonly message: string;
  /** The bytes around the place, escaped. */
  readonly around: string;
}

const HEAD = 64 * 1024;

/** The content of a file, shown in its own format. Whatever the bytes are, it ends with an answer. */
export async function previewSource(request: PreviewRequest): Promise<Preview> {
  const { path, max, count, format: wanted, reach = USUAL_REACH, signal } = request;
  const { source: plain, from, encoding, transcoded } = await asUtf8(request.source);
  const bare = request.format === undefined ? await jsonOfCommented(plain, path) : null;
  const source = bare ?? plain;
  const head = await readAt(source, from, HEAD);
  const isWhole = from + head.length >= source.size;
  const bytes = request.source.size;
  if (isWhole && head.every(isSpace)) return emptyPreview(bytes, encoding, path);

  const detected = await detectFormat({ path, head, from, isWhole, wanted: bare ? 'json' : wanted });
  const draw: DrawRequest = {
    source,
    from,
    max,
    count,
    delimiter: detected.delimiter,
    forced: wanted !== undefined,
    reach,
    signal,
  };
  const drawing = checkedDrawing(await drawAs(detected.format, draw), from);
  const notes = [
    bare ? 'It is JSON with comments: they are left out, and positions are those of the file.' : undefined,
    detected.note,
    transcoded ? 'Positions in bytes are those of the text in UTF-8.' : undefined,
  ];
  const common = {
    bytes,
    encoding,
    format: drawing.format,
    detectedBy: drawing.format === detected.format ? detected.by : 'content',
    notes: [...notes.filter((note) => note !== undefined), ...(drawing.ok ? drawing.notes : [])],
  } as const;
  if (!drawing.ok) return { ...common, ...(await brokenPreview(source, drawing.fault, signal)) };
  return {
    ...common,
    structure: drawing.structure,
    checked: drawing.checked,
    preview: drawing.text,
    previewFormat: drawing.format,
    metadata: drawing.metadata,
    collections: drawing.collections,
    leftOut: drawing.cuts,
    shape: { ...drawing.shape, max },
  };
}

/** The libraries behind the formats are loaded only when a file needs them. */
async function drawAs(format: Format, request: DrawRequest): Promise<Drawing> {
  switch (format) {
    case 'json':
      return (await import('./draw/json.ts')).drawJson(request);
    case 'jsonl':
      return (await import('./draw/json-lines.ts')).drawJsonLines(request);
    case 'csv':
    case 'tsv':
      return (await import('./draw/csv.ts')).drawCsv(request, format);
    case 'xml':
      return (await import('./draw/xml.ts')).drawXml(request);
    case 'yaml':
      return (await import('./draw/yaml.ts')).drawYaml(request);
    case 'toml':
      return (await import('./draw/toml.ts')).drawToml(request);
    case 'text':
      return (await import('./draw/text.ts')).drawText(request);
    case 'binary':
      return (await import('./draw/binary.ts')).drawBinary(request);
  }
}

/** The promise that a preview is valid is checked, even for our own writers. */
function checkedDrawing(drawing: Drawing, from: number): Drawing {
  if (!drawing.ok || readsBack(drawing.format, drawing.text)) return drawing;
  const message = `the ${drawing.format} written for it does not read back; this is a fault of the preview`;
  return { ok: false, format: drawing.format, fault: { byte: from, message } };
}

function emptyPreview(bytes: number, encoding: string, path: string): Preview {
  const name = path.split('/').at(-1) ?? path;
  return {
    bytes,
    encoding,
    format: 'text',
    detectedBy: 'content',
    structure: 'nothing',
    checked: 'whole',
    preview: '',
    previewFormat: 'text',
    metadata: [],
    collections: [],
    leftOut: [],
    notes: [bytes === 0 ? `${name} is empty.` : `${name} holds white space only.`],
  };
}

const SHOWN_BYTES = 1_024;
const AROUND = 80;

async function brokenPreview(source: ByteSource, fault: FormatFault, signal: AbortSignal | undefined) {
  const at = await locateText(source, fault, signal);
  const start = Math.max(0, at.byte - AROUND);
  const head = await readAt(source, 0, SHOWN_BYTES);
  const preview = looksBinary(head) ? hexDump(head.subarray(0, 256), 0) : await escapedSlice(source, 0, SHOWN_BYTES);
  return {
    structure: 'bytes',
    checked: 'beginning',
    problem: { ...at, message: fault.message, around: await escapedSlice(source, start, at.byte - start + AROUND) },
    preview,
    previewFormat: 'text',
    metadata: [],
    collections: [],
    leftOut: source.size > SHOWN_BYTES ? [`${source.size - SHOWN_BYTES} bytes behind the first ${SHOWN_BYTES}.`] : [],
  } as const;
}
