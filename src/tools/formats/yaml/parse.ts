import { type Document, type ParsedNode, parseAllDocuments } from 'yaml';
import type { FormatFault } from '../format.ts';

export type YamlDocument = Document.Parsed<ParsedNode>;

export type YamlParse =
  | { readonly ok: true; readonly documents: readonly YamlDocument[] }
  | { readonly ok: false; readonly fault: FormatFault };

/** Every document of a text. Never throws; `from` is the text's own offset in the file. */
export function parseYaml(text: string, from = 0): YamlParse {
  try {
    const parsed = parseAllDocuments(text, {
      intAsBigInt: true,
      prettyErrors: false,
      logLevel: 'silent',
    });
    // Of no document at all an empty array with properties of its own is given.
    const documents = [...parsed];
    const error = documents.flatMap((document) => document.errors).sort((a, b) => a.pos[0] - b.pos[0])[0];
    if (!error) return { ok: true, documents };
    return {
      ok: false,
      fault: { byte: from + Buffer.byteLength(text.slice(0, error.pos[0])), message: sentence(error.message) },
    };
  } catch (thrown) {
    return { ok: false, fault: { byte: from, message: refusal(thrown) } };
  }
}

/** The parser calls itself for each level of nesting, and reports the end of the stack like any other error. */
const refusal = (thrown: unknown): string =>
  thrown instanceof RangeError ? TOO_DEEP : sentence(thrown instanceof Error ? thrown.message : String(thrown));

function sentence(message: string): string {
  if (/call stack|Stack overflow/i.test(message)) return TOO_DEEP;
  return (message.split('\n')[0] ?? '').replace(/[.:]$/, '');
}

const TOO_DEEP = 'it is nested too deeply to be read';
