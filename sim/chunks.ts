/** Cuts a text into pieces of about `size` characters, never inside a surrogate pair. Joined, they are the text. */
export function* chunksOf(text: string, size: number): Generator<string> {
  let start = 0;
  while (start < text.length) {
    let end = Math.min(start + size, text.length);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end += 1;
    yield text.slice(start, end);
    start = end;
  }
}

/** The same pieces for ever: a model that does not know how to stop. */
export function* endlessChunksOf(text: string, size: number): Generator<string> {
  const source = text === '' ? 'and on ' : text;
  for (;;) yield* chunksOf(source, size);
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
