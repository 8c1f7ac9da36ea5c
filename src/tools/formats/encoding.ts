import { type ByteSource, bytesSource, readAt } from './source.ts';

export interface Text {
  /** The same text in UTF-8. */
  readonly source: ByteSource;
  /** Where it begins: behind the byte order mark. */
  readonly from: number;
  readonly encoding: 'utf-8' | 'utf-8 with a byte order mark' | 'utf-16le' | 'utf-16be';
  /** Byte positions are then those of the text in UTF-8. */
  readonly transcoded: boolean;
}

/** UTF-16 text is converted to UTF-8 in memory, up to this size. */
const LARGEST_UTF16 = 32 * 1024 * 1024;

/** A file as UTF-8, by its byte order mark. Larger UTF-16 files are left as they are: bytes. */
export async function asUtf8(source: ByteSource): Promise<Text> {
  const mark = await readAt(source, 0, 3);
  if (mark[0] === 0xef && mark[1] === 0xbb && mark[2] === 0xbf) {
    return { source, from: 3, encoding: 'utf-8 with a byte order mark', transcoded: false };
  }
  const little = mark[0] === 0xff && mark[1] === 0xfe;
  const big = mark[0] === 0xfe && mark[1] === 0xff;
  if ((little || big) && source.size <= LARGEST_UTF16) {
    const encoding = little ? 'utf-16le' : 'utf-16be';
    const text = new TextDecoder(encoding).decode(await readAt(source, 2, source.size));
    return { source: bytesSource(Buffer.from(text)), from: 0, encoding, transcoded: true };
  }
  return { source, from: 0, encoding: 'utf-8', transcoded: false };
}
