import type { ModelImage } from '#contracts/model.ts';

/** Anthropic's limit for one image, as base64; the strictest of the providers. */
const MOST_BYTES = Math.floor((5 * 1024 * 1024 * 3) / 4);
/** Pixels of a side; a provider refuses larger images instead of scaling them. */
const MOST_SIDE = 8_000;

export type ReadImage =
  | { readonly type: 'image'; readonly image: ModelImage }
  | { readonly type: 'unusable'; readonly why: string }
  /** Neither PNG nor JPEG. */
  | { readonly type: 'other' };

/** An image recognised by its content, whatever its name says, if a model can be sent it. */
export function readImage(bytes: Buffer): ReadImage {
  const facts = pngFacts(bytes) ?? jpegFacts(bytes);
  if (facts === null) return { type: 'other' };
  const { mediaType, width, height } = facts;
  const kind = mediaType === 'image/png' ? 'a PNG image' : 'a JPEG image';
  if (width === 0 || height === 0) return { type: 'unusable', why: `${kind} that is cut off or damaged` };
  const size = `${kind} of ${width} × ${height} pixels and ${bytes.length} bytes`;
  if (bytes.length > MOST_BYTES) return { type: 'unusable', why: `${size}; models take up to ${MOST_BYTES} bytes` };
  if (Math.max(width, height) > MOST_SIDE)
    return { type: 'unusable', why: `${size}; models take up to ${MOST_SIDE} pixels a side` };
  return { type: 'image', image: { mediaType, width, height, base64: bytes.toString('base64') } };
}

/** An image in words, for readers that cannot see it. */
export const imageText = ({ mediaType, width, height, base64 }: ModelImage): string =>
  `${mediaType}, ${width} × ${height} pixels, ${Math.floor((base64.length * 3) / 4)} bytes`;

type ImageFacts = Pick<ModelImage, 'mediaType' | 'width' | 'height'>;

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

function pngFacts(bytes: Buffer): ImageFacts | null {
  if (!bytes.subarray(0, 8).equals(PNG)) return null;
  const whole = bytes.length >= 24 && bytes.toString('latin1', 12, 16) === 'IHDR';
  return {
    mediaType: 'image/png',
    width: whole ? bytes.readUInt32BE(16) : 0,
    height: whole ? bytes.readUInt32BE(20) : 0,
  };
}

/** Markers that begin a frame, which holds its size; C4, C8 and CC are tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function jpegFacts(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 3 || bytes.readUIntBE(0, 3) !== 0xff_d8_ff) return null;
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    // Any number of FF bytes may stand between two segments.
    if (marker === 0xff) at += 1;
    else if (isFrame(marker))
      return { mediaType: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return { mediaType: 'image/jpeg', width: 0, height: 0 };
}
