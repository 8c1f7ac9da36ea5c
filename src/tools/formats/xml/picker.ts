import type { FormatFault } from '../format.ts';
import type { Cuts, Limits } from '../limits.ts';
import { type ElementStep, fitsStep } from './element-path.ts';
import { XmlLexer } from './lexer.ts';
import { XmlParser } from './parser.ts';
import type { XmlSink, XmlToken } from './token.ts';
import { XmlWriter } from './writer.ts';

interface Frame {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Children that fitted the next step. */
  fitting: number;
  written: boolean;
  readonly names: Set<string>;
}

export interface XmlPickerOptions {
  readonly steps: readonly ElementStep[];
  readonly limits: Limits;
  readonly cuts: Cuts;
  readonly from: number;
}

/** Follows a path through a document and keeps the elements it leads to, inside the elements that lead there. */
export class XmlPicker implements XmlSink {
  found = 0;
  /** The deepest place the path led to, and what is there instead. */
  deadEnd: { readonly depth: number; readonly names: ReadonlySet<string>; readonly fitting: number } | undefined;
  readonly #options: XmlPickerOptions;
  readonly #lexer: XmlLexer;
  readonly #parser: XmlParser;
  readonly #writer: XmlWriter;
  readonly #path: Frame[] = [];
  readonly #top: Frame = { name: '', attributes: {}, fitting: 0, written: true, names: new Set() };
  /** Levels inside an element that is kept. */
  #kept = 0;
  /** The element that is passed over. */
  #passedName: string | undefined;
  /** Levels inside an element for which there was no room. */
  #muted = 0;

  constructor(options: XmlPickerOptions) {
    this.#options = options;
    this.#lexer = new XmlLexer(this, { from: options.from });
    this.#writer = new XmlWriter(options.limits, options.cuts);
    this.#parser = new XmlParser({
      open: (name, attributes) => this.#opened(name, attributes),
      close: () => this.#closed(),
      text: (text) => this.#kept > 0 && !this.#writer.full && this.#writer.text(text),
      aside: () => {},
    });
  }

  get fault(): FormatFault | undefined {
    return this.#parser.fault ?? this.#lexer.fault;
  }

  /** There was more than may be shown. */
  get full(): boolean {
    return this.#writer.full;
  }

  get done(): boolean {
    return this.full || (this.found > 0 && this.#kept === 0 && this.#nothingMoreCanFit());
  }

  feed(bytes: Buffer): void {
    this.#lexer.feed(bytes);
  }

  end(): void {
    this.deadEnd ??= { depth: 0, names: this.#top.names, fitting: this.#top.fitting };
    this.#lexer.end();
    if (!this.#lexer.fault) this.#parser.end(this.#lexer.offset);
  }

  finish(): string {
    return this.#writer.finish();
  }

  token(token: XmlToken): void {
    if (this.fault || (token.kind === 'text' && this.#kept === 0 && this.#path.length > 0)) return;
    this.#parser.feed(token);
    if (this.#passedName === undefined) return;
    // Known only now whether it leads anywhere; an empty element is over already.
    if (token.kind === 'open') this.#lexer.pass();
    else this.#passedName = undefined;
  }

  passed(): void {
    const bytes = Buffer.from(`</${this.#passedName}>`);
    this.#parser.feed({ kind: 'close', bytes, complete: true, at: this.#lexer.offset });
    this.#passedName = undefined;
  }

  #opened(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#kept > 0) {
      this.#kept += 1;
      if (this.#muted > 0 || this.#writer.full) this.#muted += 1;
      else this.#writer.open(name, attributes);
      return;
    }
    const { steps } = this.#options;
    const parent = this.#path.at(-1) ?? this.#top;
    const step = steps[this.#path.length];
    if (parent.names.size < 1_000) parent.names.add(name);
    const fits = step !== undefined && fitsStep(step, name, attributes);
    if (fits) parent.fitting += 1;
    if (!step || !fits || parent.fitting < step.first || parent.fitting > step.last) {
      this.#passedName = name;
      return;
    }
    if (this.#path.length === steps.length - 1) this.#begin(name, attributes);
    else this.#path.push({ name, attributes, fitting: 0, written: false, names: new Set() });
  }

  #begin(name: string, attributes: Readonly<Record<string, string>>): void {
    for (const frame of this.#path) {
      if (!frame.written) this.#writer.open(frame.name, frame.attributes);
      frame.written = true;
    }
    this.found += 1;
    this.#kept = 1;
    this.#writer.open(name, attributes);
  }

  #closed(): void {
    if (this.#kept > 0) {
      this.#kept -= 1;
      if (this.#muted > 0) this.#muted -= 1;
      else this.#writer.close();
      return;
    }
    if (this.#passedName !== undefined) return;
    const frame = this.#path.pop();
    if (!frame) return;
    if (frame.written) this.#writer.close();
    const depth = this.#path.length + 1;
    if (depth >= (this.deadEnd?.depth ?? 0)) this.deadEnd = { depth, names: frame.names, fitting: frame.fitting };
  }

  /** Every step names one place, and the last of them was passed. */
  #nothingMoreCanFit(): boolean {
    const { steps } = this.#options;
    const single = steps.slice(1, -1).every((step) => step.first === step.last);
    const parent = this.#path.at(-1) ?? this.#top;
    return single && this.#path.length === steps.length - 1 && parent.fitting >= (steps.at(-1)?.last ?? 0);
  }
}
