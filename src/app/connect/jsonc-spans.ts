import { AssayError } from '#contracts/errors.ts';

/** A member of an object as it stands in the text: positions, so that an edit touches nothing else. */
export interface MemberSpan {
  readonly key: string;
  readonly keyStart: number;
  readonly value: ValueSpan;
}

export interface ValueSpan {
  readonly start: number;
  /** Behind its last character. */
  readonly end: number;
  /** Of an object; null for any other value. */
  readonly members: readonly MemberSpan[] | null;
  /** Of an object: whether a comma follows its last member. */
  readonly trailingComma: boolean;
}

/** Where the values of a JSON text with comments are. No kept library of ours does this. */
export function jsoncSpans(text: string): ValueSpan {
  const scan = new Scan(text);
  const value = scan.value();
  scan.blank();
  if (scan.at < text.length) throw scan.wrong();
  return value;
}

class Scan {
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    if (text.startsWith('\uFEFF')) this.at = 1;
  }

  value(): ValueSpan {
    this.blank();
    const start = this.at;
    const char = this.#text[this.at];
    if (char === '{') return this.#object(start);
    if (char === '[') this.#array();
    else if (char === '"') this.#string();
    else this.#word();
    return { start, end: this.at, members: null, trailingComma: false };
  }

  /** White space and comments. */
  blank(): void {
    const blank = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
    blank.lastIndex = this.at;
    this.at += blank.exec(this.#text)?.[0].length ?? 0;
  }

  wrong(): AssayError {
    const line = this.#text.slice(0, this.at).split('\n').length;
    return new AssayError('CONFIG_INVALID', `line ${line}: it is not JSON`, { next: 'Correct the file there first.' });
  }

  #object(start: number): ValueSpan {
    const members: MemberSpan[] = [];
    const trailingComma = this.#items('}', () => {
      const keyStart = this.at;
      const key = this.#string();
      this.blank();
      if (this.#text[this.at] !== ':') throw this.wrong();
      this.at++;
      members.push({ key, keyStart, value: this.value() });
    });
    return { start, end: this.at, members, trailingComma };
  }

  #array(): void {
    this.#items(']', () => void this.value());
  }

  /** True when a comma stands before the closing bracket. */
  #items(close: string, item: () => void): boolean {
    this.at++;
    let comma = false;
    for (let first = true; ; first = false) {
      this.blank();
      if (this.#text[this.at] === close) {
        this.at++;
        return comma;
      }
      if (!first && !comma) throw this.wrong();
      item();
      this.blank();
      comma = this.#text[this.at] === ',';
      if (comma) this.at++;
    }
  }

  #string(): string {
    const string = /"(?:[^"\\\n]|\\.)*"/y;
    string.lastIndex = this.at;
    const found = string.exec(this.#text)?.[0];
    if (found === undefined) throw this.wrong();
    this.at += found.length;
    return JSON.parse(found);
  }

  #word(): void {
    const word = /-?[\w.+-]+/y;
    word.lastIndex = this.at;
    const found = word.exec(this.#text)?.[0];
    if (found === undefined) throw this.wrong();
    this.at += found.length;
  }
}
