import { SaxesParser } from 'saxes';
import type { FormatFault } from '../format.ts';
import { nameByte } from '../json/bytes.ts';
import { firstUndecodable, wholeCharacters } from '../utf8.ts';
import type { XmlToken } from './token.ts';

export interface XmlEvents {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(): void;
  text(text: string): void;
  /** A comment, an instruction or a document type went by. */
  aside(kind: 'comment' | 'instruction' | 'doctype'): void;
}

/** Feeds tokens to saxes, which knows the grammar, and finds the byte of each error it reports. */
export class XmlParser {
  fault: FormatFault | undefined;
  /** Entities the document type declares; they are shown by name. */
  entities = 0;
  readonly #parser = new SaxesParser<{ xmlns: false; position: true }>({ xmlns: false, position: true });
  #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #tokenAt = 0;
  #token = '';
  /** Characters written before the token; the parser's own count is only right while it parses. */
  #before = 0;

  constructor(events: XmlEvents) {
    this.#parser.on('opentag', ({ name, attributes }) => events.open(name, attributes));
    this.#parser.on('closetag', () => events.close());
    this.#parser.on('text', (text) => events.text(text));
    this.#parser.on('cdata', (text) => events.text(text));
    this.#parser.on('comment', () => events.aside('comment'));
    this.#parser.on('processinginstruction', () => events.aside('instruction'));
    this.#parser.on('doctype', (text) => {
      this.#declareEntities(text);
      events.aside('doctype');
    });
    this.#parser.on('xmldecl', ({ encoding }) => this.#useEncoding(encoding));
    this.#parser.on('error', (error) => this.#complain(error.message));
  }

  feed(token: XmlToken): void {
    // The inside of these is not used; half of one could not be parsed.
    if (!token.complete && token.kind !== 'text' && token.kind !== 'cdata') return;
    const text = this.#decode(token);
    if (text === undefined) return;
    this.#tokenAt = token.at;
    this.#token = token.complete ? text : completed(token.kind, text);
    this.#parser.write(this.#token);
    this.#before += this.#token.length;
  }

  end(at: number): void {
    if (this.fault) return;
    this.#tokenAt = at;
    this.#token = '';
    this.#parser.close();
  }

  #decode({ bytes, complete, at }: XmlToken): string | undefined {
    const whole = complete ? bytes : bytes.subarray(0, wholeCharacters(bytes));
    try {
      return this.#decoder.decode(whole);
    } catch {
      const bad = firstUndecodable(whole, this.#decoder.encoding);
      const name = this.#decoder.encoding.toUpperCase();
      this.fault ??= { byte: at + bad, message: `${nameByte(whole[bad] ?? 0)} is not ${name}` };
      return undefined;
    }
  }

  #complain(message: string): void {
    const into = this.#token.slice(0, Math.max(0, this.#parser.position - this.#before - 1));
    this.fault ??= {
      byte: this.#tokenAt + Buffer.byteLength(into),
      message: message.replace(/^\d+:\d+: /, '').replace(/\.$/, ''),
    };
  }

  #useEncoding(label: string | undefined): void {
    if (label === undefined || /^utf-?8$/i.test(label)) return;
    try {
      this.#decoder = new TextDecoder(label, { fatal: true });
    } catch {
      this.#complain(`the encoding ${JSON.stringify(label)} is not known`);
    }
  }

  #declareEntities(doctype: string): void {
    for (const [, name] of doctype.matchAll(/<!ENTITY\s+([^\s%]+)\s/g)) {
      if (name === undefined || name in this.#parser.ENTITIES) continue;
      this.#parser.ENTITIES[name] = `&${name};`;
      this.entities += 1;
    }
  }
}

/** The beginning of a long text as a whole one: no entity may be cut in two. */
function completed(kind: XmlToken['kind'], text: string): string {
  if (kind === 'cdata') return `${text.replace(/\]+$/, '')}]]>`;
  const reference = text.lastIndexOf('&');
  return reference >= 0 && !text.includes(';', reference) ? text.slice(0, reference) : text;
}
