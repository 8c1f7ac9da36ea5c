const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * A path from git's bytes. UTF-8 stays as it is; a path that is not UTF-8, or begins with a double quote, is quoted as
 * git does it. So a name here always means exactly one file.
 */
export function pathFromBytes(bytes: Uint8Array): string {
  if (bytes[0] !== QUOTE) {
    try {
      return strict.decode(bytes);
    } catch {
      // not UTF-8
    }
  }
  return `"${[...bytes].map(escapeByte).join('')}"`;
}

export function pathToBytes(path: string): Buffer {
  if (!path.startsWith('"')) return Buffer.from(path, 'utf8');
  const inside = path
    .slice(1, -1)
    .replace(/\\([0-7]{3}|["\\])/g, (_, code: string) =>
      code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : code,
    );
  return Buffer.from(inside, 'latin1');
}

function escapeByte(byte: number): string {
  if (byte === QUOTE || byte === BACKSLASH) return `\\${String.fromCharCode(byte)}`;
  if (byte >= 0x20 && byte < 0x7f) return String.fromCharCode(byte);
  return `\\${byte.toString(8).padStart(3, '0')}`;
}

/** The fields of `-z` output; the last one also ends with a NUL. */
export function splitNul(bytes: Buffer): Buffer[] {
  const fields: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(0, start);
    fields.push(bytes.subarray(start, end < 0 ? bytes.length : end));
    if (end < 0) break;
    start = end + 1;
  }
  return fields;
}
