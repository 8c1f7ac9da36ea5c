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

/** The index of the first byte that does not belong to the encoding. */
export function firstUndecodable(bytes: Uint8Array, encoding: string): number {
  let [good, bad] = [0, bytes.length];
  // What can be decoded up to a place, given that more may follow, can be so up to any place before it.
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isBeginning(bytes.subarray(0, middle), encoding)) good = middle;
    else bad = middle;
  }
  let lead = good;
  while (lead > 0 && lead > good - 3 && isContinuation(bytes[lead])) lead -= 1;
  return Math.min(lead, Math.max(0, bytes.length - 1));
}

function isBeginning(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
