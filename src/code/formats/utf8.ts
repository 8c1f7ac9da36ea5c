const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Bytes that are not UTF-8 become U+FFFD. */
export const decodeUtf8 = (bytes: Uint8Array): string => decoder.decode(bytes);

/** Where the last whole character ends, when bytes were cut anywhere. */
export function wholeCharacters(bytes: Uint8Array): number {
  let lead = bytes.length - 1;
  while (lead >= 0 && lead > bytes.length - 4 && isContinuation(bytes[lead])) lead -= 1;
  const byte = bytes[lead] ?? 0;
  const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
  return lead + length > bytes.length ? Math.max(0, lead) : bytes.length;
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;
