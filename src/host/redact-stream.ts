import { Transform } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { type Redactor, replaceFound } from './redact.ts';
import { type FoundSecret, LONGEST_PREFIX, startOfOpenKey } from './secret-shapes.ts';

export interface ChunkRedactor {
  /** What can be shown by now. */
  push(chunk: string): string;
  /** The rest. */
  end(): string;
}

/** A longer secret is not waited for: everything up to the end of the line is hidden with it. */
const LONGEST_HELD = 1024 * 1024;

/**
 * Redacts text that arrives in pieces, with the same result as for the whole, wherever it is cut. It holds back the
 * unfinished line (the end of a very long one), or the secret that may have begun.
 */
export function redactChunks(redactor: Redactor): ChunkRedactor {
  let held = '';
  /** The character before `held`: `risk-…` is not `sk-…`. */
  let before = '';
  let swallowing = false;

  const show = (cut: number, found: readonly FoundSecret[]): string => {
    const inside = found.filter(({ end }) => end > before.length && end <= cut);
    const shown = replaceFound(held, inside, before.length, cut);
    before = held.slice(cut - 1, cut);
    held = before + held.slice(cut);
    return shown;
  };
  const push = (chunk: string): string => {
    if (swallowing) return afterLineEnd(chunk);
    held += chunk;
    const found = redactor.find(held);
    const cut = Math.max(before.length, safeCut(held, redactor, found));
    if (held.length - cut <= LONGEST_HELD) return cut === before.length ? '' : show(cut, found);
    swallowing = true;
    const shown = show(cut, found);
    held = before = '';
    return `${shown}[redacted:long-secret]`;
  };
  const afterLineEnd = (chunk: string): string => {
    const lineEnd = chunk.search(/[\r\n]/);
    if (lineEnd === -1) return '';
    swallowing = false;
    return push(chunk.slice(lineEnd));
  };

  return { push, end: () => (held.length > before.length ? show(held.length, redactor.find(held)) : '') };
}

/** As a stream from bytes or text to text. */
export function redactStream(redactor: Redactor): Transform {
  const chunks = redactChunks(redactor);
  const decoder = new StringDecoder('utf8');
  return new Transform({
    encoding: 'utf8',
    transform(chunk: Buffer, _encoding, done) {
      done(null, chunks.push(decoder.write(chunk)));
    },
    flush(done) {
      done(null, chunks.push(decoder.end()) + chunks.end());
    },
  });
}

/** The last position that no secret can reach across, whatever follows. */
function safeCut(text: string, redactor: Redactor, found: readonly FoundSecret[]): number {
  const lineEnd = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
  let cut = Math.max(lineEnd, text.length - LONGEST_PREFIX);
  for (const { value } of redactor.values) cut = Math.min(cut, startOfPrefix(text, value));
  cut = Math.min(cut, startOfOpenKey(text));
  // Repeated after each move: the text that announces one secret may hold another.
  for (let crossed = crossing(found, cut); crossed; crossed = crossing(found, cut)) cut = crossed.from;
  return isHighSurrogate(text.charCodeAt(cut - 1)) ? cut - 1 : cut;
}

const crossing = (found: readonly FoundSecret[], cut: number): FoundSecret | undefined =>
  found.find(({ from, end }) => from < cut && end > cut);

/** Where the value begins that the text ends in the middle of, or the text's length. */
function startOfPrefix(text: string, value: string): number {
  const first = value.charAt(0);
  let at = text.indexOf(first, Math.max(0, text.length - value.length + 1));
  while (at !== -1 && !value.startsWith(text.slice(at))) at = text.indexOf(first, at + 1);
  return at === -1 ? text.length : at;
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
