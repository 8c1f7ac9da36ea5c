const SIGNATURES: readonly (readonly [offset: number, bytes: string, name: string])[] = [
  [0, '\x89PNG\r\n\x1a\n', 'a PNG picture'],
  [0, '\xff\xd8\xff', 'a JPEG picture'],
  [0, 'GIF8', 'a GIF picture'],
  [8, 'WEBP', 'a WebP picture'],
  [0, '%PDF-', 'a PDF document'],
  [0, 'PK\x03\x04', 'a ZIP archive (or an office document, a JAR, an APK)'],
  [0, '\x1f\x8b', 'data compressed with gzip'],
  [0, '\x28\xb5\x2f\xfd', 'data compressed with Zstandard'],
  [0, '\xfd7zXZ\x00', 'data compressed with xz'],
  [0, 'BZh', 'data compressed with bzip2'],
  [0, '7z\xbc\xaf\x27\x1c', 'a 7-Zip archive'],
  [257, 'ustar', 'a tar archive'],
  [0, 'SQLite format 3\x00', 'a SQLite database'],
  [0, '\x7fELF', 'a program or library (ELF)'],
  [0, '\xcf\xfa\xed\xfe', 'a program or library (Mach-O)'],
  [0, '\xca\xfe\xba\xbe', 'Java byte code or a universal program'],
  [0, 'MZ', 'a Windows program'],
  [0, '\x00asm', 'a WebAssembly module'],
  [0, 'PAR1', 'a Parquet table'],
  [0, 'OggS', 'Ogg media'],
  [4, 'ftyp', 'MP4 media'],
  [0, 'wOF2', 'a WOFF2 font'],
];

/** The type of a binary file by its first bytes. */
export function recognise(head: Buffer): string | undefined {
  const latin = head.subarray(0, 300).toString('latin1');
  return SIGNATURES.find(([offset, bytes]) => latin.startsWith(bytes, offset))?.[2];
}

/** Text has no NUL and few bytes that are neither characters nor white space. */
export function looksBinary(head: Buffer): boolean {
  if (head.includes(0)) return true;
  let odd = 0;
  for (const byte of head) if (byte < 0x20 && !COMMON_CONTROLS.has(byte)) odd += 1;
  return odd * 10 > head.length || undecodable(head) * 3 > head.length;
}

/** Backspace, tab, line feed, form feed, carriage return, escape. */
const COMMON_CONTROLS = new Set([8, 9, 10, 12, 13, 27]);

function undecodable(head: Buffer): number {
  return head.toString('utf8').split('\ufffd').length - 1;
}
