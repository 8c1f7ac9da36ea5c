import type { FormatFault } from '../format.ts';
import type { Cuts, Limits } from '../limits.ts';
import { XmlLexer } from './lexer.ts';
import { XmlParser } from './parser.ts';
import type { XmlSink, XmlToken } from './token.ts';
import { XmlWriter } from './writer.ts';

/** Children of one name under one parent. */
export interface XmlCollection {
  /** Such as `/catalog/book`. */
  readonly path: string;
  shown: number;
  total: number;
}

interface Frame {
  readonly name: string;
  readonly path: string;
  readonly children: Map<string, XmlCollection>;
  text: string;
}

export interface XmlPrunerOptions {
  readonly limits: Limits;
  readonly cuts: Cuts;
  /** Parts that are left out are still parsed, or skipped. */
  readonly rest: 'quiet' | 'skip';
  readonly from: number;
}

/** Writes the first elements of every name under every parent, as a well-formed document. */
export class XmlPruner implements XmlSink {
  rootName: string | undefined;
  rootAttributes: Readonly<Record<string, string>> = {};
  /** Of the root and the elements directly in it. */
  readonly collections: XmlCollection[] = [];
  /** Elements under the root that hold text only. */
  readonly leaves: { readonly name: string; readonly text: string }[] = [];
  readonly #options: XmlPrunerOptions;
  readonly #lexer: XmlLexer;
  readonly #parser: XmlParser;
  readonly #writer: XmlWriter;
  readonly #stack: Frame[] = [];
  /** Levels inside an element that is parsed but not shown, and whether the next one is to be so. */
  #muted = 0;
  #muteNext = false;
  #afterOmission = false;
  #omittedAtRoot = false;

  constructor(options: XmlPrunerOptions) {
    this.#options = options;
    const keepText = options.rest === 'quiet' ? Number.POSITIVE_INFINITY : 64 * 1024;
    this.#lexer = new XmlLexer(this, { from: options.from, keepText });
    this.#writer = new XmlWriter(options.limits, options.cuts);
    this.#parser = new XmlParser({
      open: (name, attributes) => this.#opened(name, attributes),
      close: () => this.#closed(),
      text: (text) => this.#texted(text),
      aside: () => options.cuts.add('dropped'),
    });
  }

  get fault(): FormatFault | undefined {
    return this.#parser.fault ?? this.#lexer.fault;
  }

  get offset(): number {
    return this.#lexer.offset;
  }

  /** Elements directly under the root are being left out. */
  get rootRest(): boolean {
    return this.#omittedAtRoot;
  }

  feed(bytes: Buffer): void {
    this.#lexer.feed(bytes);
  }

  end(): void {
    this.#lexer.end();
    if (!this.#lexer.fault) this.#parser.end(this.#lexer.offset);
    this.#options.cuts.add('entities', this.#parser.entities);
  }

  finish(): string {
    return this.#writer.finish();
  }

  token(token: XmlToken): void {
    if (this.fault) return;
    const isStart = token.kind === 'open' || token.kind === 'empty';
    if (isStart && this.#muted === 0 && !this.#keeps(nameOf(token.bytes))) {
      this.#omittedAtRoot = this.#stack.length === 1;
      if (this.#options.rest === 'skip') {
        this.#afterOmission = true;
        if (token.kind === 'open') this.#lexer.pass();
        return;
      }
      this.#muteNext = true;
    }
    // The parser would collect the white space between a million elements that are passed over.
    if (token.kind === 'text' && this.#afterOmission && this.#options.rest === 'skip') return;
    this.#parser.feed(token);
  }

  passed(): void {}

  #keeps(name: string): boolean {
    const { limits, cuts } = this.#options;
    const parent = this.#stack.at(-1);
    if (!parent) return true;
    const seen = parent.children.get(name) ?? this.#firstOf(parent, name);
    if (!seen) return false;
    seen.total += 1;
    if (seen.shown >= limits.items || this.#stack.length >= limits.depth || this.#writer.full) {
      if (seen.total === seen.shown + 1) cuts.add(this.#stack.length >= limits.depth ? 'depth' : 'collections');
      return false;
    }
    seen.shown += 1;
    return true;
  }

  #firstOf(parent: Frame, name: string): XmlCollection | undefined {
    if (parent.children.size >= this.#options.limits.members) {
      this.#options.cuts.add('members');
      return undefined;
    }
    const collection = { path: `${parent.path}/${name}`, shown: 0, total: 0 };
    parent.children.set(name, collection);
    if (this.#stack.length <= 2 && this.collections.length < this.#options.limits.members)
      this.collections.push(collection);
    return collection;
  }

  #opened(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#muted > 0 || this.#muteNext) {
      this.#muted += 1;
      this.#muteNext = false;
      return;
    }
    this.#afterOmission = false;
    if (this.#stack.length === 0) {
      this.rootName = name;
      this.rootAttributes = attributes;
    }
    this.#stack.push({ name, path: `${this.#stack.at(-1)?.path ?? ''}/${name}`, children: new Map(), text: '' });
    this.#writer.open(name, attributes);
  }

  #closed(): void {
    if (this.#muted > 0) {
      this.#muted -= 1;
      this.#afterOmission = true;
      return;
    }
    this.#afterOmission = false;
    const frame = this.#stack.pop();
    this.#writer.close();
    if (frame && this.#stack.length === 1 && frame.children.size === 0) {
      this.leaves.push({ name: frame.name, text: frame.text.trim() });
    }
  }

  #texted(text: string): void {
    const frame = this.#stack.at(-1);
    if (this.#muted > 0 || !frame || (this.#afterOmission && text.trim() === '')) return;
    if (this.#stack.length === 2 && frame.text.length < this.#options.limits.text) frame.text += text;
    this.#writer.text(text);
  }
}

function nameOf(bytes: Buffer): string {
  let end = 1;
  while (end < bytes.length && !isNameEnd(bytes[end] ?? 0)) end += 1;
  return bytes.toString('utf8', 1, end);
}

const isNameEnd = (byte: number): boolean => byte <= 0x20 || byte === 0x2f || byte === 0x3e;
