import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathFromBytes, pathToBytes, splitNul } from './path-bytes.ts';

describe('paths from bytes', () => {
  it('leaves UTF-8 unchanged and quotes other bytes', () => {
    expect(pathFromBytes(Buffer.from('src/ä\nb "c".ts'))).toBe('src/ä\nb "c".ts');
    expect(pathFromBytes(Buffer.from([0x63, 0xe9]))).toBe('"c\\351"');
    expect(pathFromBytes(Buffer.from('"c\\351"'))).toBe('"\\"c\\\\351\\""');
  });

  it('never gives two files one name', () => {
    const bytes = fc.uint8Array({ min: 1, minLength: 1, maxLength: 30 });
    fc.assert(fc.property(bytes, (path) => Buffer.compare(pathToBytes(pathFromBytes(path)), path) === 0));
    const quoted = fc.array(fc.constantFrom(0x22, 0x5c, 0x33, 0x35, 0x31, 0xe9), { minLength: 1 });
    fc.assert(fc.property(quoted, (path) => pathToBytes(pathFromBytes(Buffer.from(path))).equals(Buffer.from(path))));
  });

  it('splits what git ends with NUL', () => {
    expect(splitNul(Buffer.from('a\0\0b\0')).map(String)).toEqual(['a', '', 'b']);
    expect(splitNul(Buffer.alloc(0))).toEqual([]);
  });
});
