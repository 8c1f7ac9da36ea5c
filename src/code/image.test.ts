import { describe, expect, it } from 'vitest';
import { readImage } from './image.ts';

/** Of one red pixel, made by ImageMagick. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
/** The head of a progressive one with a comment before its frame: 640 wide, 480 high. */
const JPEG = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000fffe0004aabbffc2001108 01e0 0280 03'.replaceAll(' ', ''),
  'hex',
);

describe('C1 images by their bytes', () => {
  it('are PNG and JPEG with their size', () => {
    expect(readImage(PNG)).toMatchObject({ type: 'image', image: { mediaType: 'image/png', width: 1, height: 1 } });
    expect(readImage(Buffer.concat([JPEG, Buffer.alloc(20)]))).toMatchObject({
      type: 'image',
      image: { mediaType: 'image/jpeg', width: 640, height: 480 },
    });
    expect(readImage(Buffer.from('GIF89a'))).toEqual({ type: 'other' });
    expect(readImage(Buffer.alloc(0))).toEqual({ type: 'other' });
  });

  it('are reported as unusable if they are cut off, or too large in pixels or bytes', () => {
    const cut = readImage(PNG.subarray(0, 10));
    expect(cut).toMatchObject({ type: 'unusable', why: expect.stringContaining('damaged') });
    const wide = Buffer.from(PNG);
    wide.writeUInt32BE(9_000, 16);
    expect(readImage(wide)).toMatchObject({ type: 'unusable', why: expect.stringContaining('8000 pixels') });
    const heavy = readImage(Buffer.concat([PNG, Buffer.alloc(4 * 1024 * 1024)]));
    expect(heavy).toMatchObject({ type: 'unusable', why: expect.stringContaining('bytes') });
    expect(readImage(Buffer.from('ffd8ffe0ffff', 'hex'))).toMatchObject({ type: 'unusable' });
  });
});
