/** Sixteen bytes a line: offset, hexadecimal, and what of it is readable. */
export function hexDump(bytes: Buffer, from: number): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 16) {
    const part = bytes.subarray(at, at + 16);
    const hex = Array.from(part, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const readable = Array.from(part, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join(
      '',
    );
    text += `${(from + at).toString(16).padStart(8, '0')}  ${hex.padEnd(47)}  |${readable}|\n`;
  }
  return text;
}
