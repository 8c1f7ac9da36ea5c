import type { FileHandle } from 'node:fs/promises';
import { z } from 'zod';
import { imageText, readImage } from '#code/image.ts';
import { defineTool } from '#contracts/tool.ts';
import { enter, openToRead } from '#host/enter-folder.ts';
import { locate, pathsOf } from '../files/locate.ts';
import { isBinary } from '../files/text-file.ts';
import { type NativeTool, READS, toResult } from './native-tool.ts';

const input = z.object({
  path: z.string(),
  from: z.number().int().positive().optional().describe('first line, from 1'),
  lines: z.number().int().positive().max(5_000).optional(),
});
const output = z.object({ bytes: z.number(), lines: z.number() });

/** Shown at once when no range is requested. */
const USUAL_LINES = 1_500;
/** A larger file is shown only by ranges. */
const WHOLE_BYTES = 1024 * 1024;
const SHOWN_CHARS = 48_000;
const LONGEST_LINE = 1_000;
const MOST_IMAGE_BYTES = 32 * 1024 * 1024;
/** A range far down a huge file is searched no further than this. */
const SCANNED_BYTES = 256 * 1024 * 1024;

export const nativeReadTool = (folder: string): NativeTool<typeof input, typeof output> => ({
  parallel: true,
  tool: defineTool({
    name: 'read',
    title: 'Read a file',
    description:
      'Shows a text file with line numbers. Give from and lines for a part of it. A PNG or JPEG image is shown as a picture.',
    input,
    output,
    annotations: READS,
    examples: [{ title: 'Twenty lines', input: { path: 'src/a.ts', from: 40, lines: 20 } }],
    errors: { FILE_MISSING: 'no such file', FILE_NOT_REGULAR: 'a folder or a device', PATH_OUTSIDE: 'not inside' },
    run: ({ path, from, lines }, { signal }) =>
      toResult(() =>
        enter(folder, path, async (inside) => {
          const handle = await openToRead(inside, path);
          try {
            return await show(handle, path, from, lines, signal);
          } finally {
            await handle.close();
          }
        }),
      ),
  }),
  async prepare(wanted) {
    const place = await locate(folder, wanted.path);
    return { ok: true, action: { type: 'read', paths: pathsOf(place) }, input: { ...wanted, path: place.path } };
  },
});

async function show(
  handle: FileHandle,
  path: string,
  from: number | undefined,
  lines: number | undefined,
  signal: AbortSignal,
) {
  const { size } = await handle.stat();
  const first = Buffer.alloc(Math.min(size, 8_192));
  await handle.read(first, 0, first.length, 0);
  const tell = (text: string, count = 0) => ({ ok: true as const, output: { bytes: size, lines: count }, text });
  if (size === 0) return tell(`${path} is empty.`);
  if (isBinary(first)) {
    const image = await imageIn(handle, first, size);
    if (image?.type === 'image') return { ...tell(`${path}: ${imageText(image.image)}`), images: [image.image] };
    const what = image?.type === 'unusable' ? image.why : `${kindOfBytes(first)}, ${size} bytes`;
    return tell(`${path} is not text: ${what}. It is not shown.`);
  }
  if (size > WHOLE_BYTES && from === undefined && lines === undefined) {
    return tell(`${path} has ${size} bytes, too many to show. Read a part with from and lines, or use search.`);
  }
  const begin = from ?? 1;
  const part = await collect(handle, begin, lines ?? USUAL_LINES, signal);
  if (part.shown.length === 0) return tell(`${path} ends at line ${part.seen}: there is no line ${begin}.`);
  const notes = [
    part.crlf ? 'Lines end with CRLF.' : '',
    part.more ? `There is more: read on from line ${begin + part.shown.length}.` : '',
  ].filter((note) => note !== '');
  return tell([...part.shown, ...(notes.length > 0 ? [`[${notes.join(' ')}]`] : [])].join('\n'), part.shown.length);
}

/** For a file that begins like an image; the largest that could be shown is far below what is read. */
async function imageIn(handle: FileHandle, first: Buffer, size: number) {
  if (size > MOST_IMAGE_BYTES || readImage(first).type === 'other') return null;
  const bytes = Buffer.alloc(size);
  const { bytesRead } = await handle.read(bytes, 0, size, 0);
  return readImage(bytes.subarray(0, bytesRead));
}

interface Part {
  readonly shown: string[];
  /** Lines skipped or shown. */
  seen: number;
  crlf: boolean;
  more: boolean;
}

async function collect(handle: FileHandle, begin: number, count: number, signal: AbortSignal): Promise<Part> {
  const part: Part = { shown: [], seen: 0, crlf: false, more: false };
  let chars = 0;
  const stream = handle.createReadStream({ start: 0, end: SCANNED_BYTES, autoClose: false, signal });
  for await (const line of cutLines(stream)) {
    if (part.shown.length >= count || chars > SHOWN_CHARS) {
      part.more = true;
      break;
    }
    part.seen += 1;
    if (part.seen < begin) continue;
    if (line.text.endsWith('\r')) part.crlf = true;
    const shown = `${part.seen}\t${shortened(line.text.replace(/\r$/, ''), line.dropped)}`;
    chars += shown.length;
    part.shown.push(shown);
  }
  stream.destroy();
  return part;
}

interface Line {
  readonly text: string;
  /** Characters of a long line that were not kept. */
  readonly dropped: number;
}

/** Lines of a stream. For a line without an end only its beginning is held in memory. */
async function* cutLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: false });
  let text = '';
  let dropped = 0;
  for await (const chunk of stream) {
    const pieces = decoder.decode(chunk, { stream: true }).split('\n');
    const last = pieces.pop() ?? '';
    for (const piece of pieces) {
      yield { text: text + piece, dropped };
      text = '';
      dropped = 0;
    }
    text += last;
    if (text.length > LONGEST_LINE * 2) {
      dropped += text.length - LONGEST_LINE;
      text = text.slice(0, LONGEST_LINE);
    }
  }
  if (text !== '') yield { text, dropped };
}

function shortened(text: string, dropped: number): string {
  const over = Math.max(0, text.length - LONGEST_LINE) + dropped;
  return over === 0 ? text : `${text.slice(0, LONGEST_LINE)} [… ${over} more characters in this line]`;
}

const KINDS: readonly (readonly [string, string])[] = [
  ['89504e47', 'a PNG image'],
  ['ffd8ff', 'a JPEG image'],
  ['47494638', 'a GIF image'],
  ['25504446', 'a PDF'],
  ['504b0304', 'a ZIP archive'],
  ['1f8b', 'gzip data'],
  ['7f454c46', 'a program (ELF)'],
  ['53514c69746520', 'an SQLite database'],
  ['fffe', 'UTF-16 text'],
  ['feff', 'UTF-16 text'],
];

/** The likely type of binary data. */
export function kindOfBytes(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes.subarray(0, 16)).toString('hex');
  return KINDS.find(([magic]) => hex.startsWith(magic))?.[1] ?? 'binary data';
}
