import type { Cuts, Limits } from '../limits.ts';
import type { RootKind, RootMember } from '../root-member.ts';
import { cutString, type RawText, stringValue } from './raw-text.ts';
import type { ContainerKind, JsonVisitor, Pace } from './visitor.ts';

export interface PrunerOptions {
  readonly limits: Limits;
  readonly cuts: Cuts;
  /** How to go through what is left out. */
  readonly rest: 'quiet' | 'skip';
  readonly pretty: boolean;
}

interface Frame {
  readonly kind: ContainerKind;
  /** Shown empty, whatever it holds. */
  readonly hidden: boolean;
  /** Where in the output it begins. */
  readonly from: number;
  shown: number;
  /** Members that are containers themselves. */
  nested: number;
  key: string;
}

/** An array inside of objects: the keys that lead to it, and how much of it is shown. */
export interface NestedArray {
  readonly keys: readonly string[];
  readonly shown: number;
  readonly count: number;
  /** False where the document was not read to its end. */
  readonly exact: boolean;
}
const MOST_NESTED = 20;

/** Writes the beginning of every container of a document, always as valid JSON. */
export class JsonPruner implements JsonVisitor {
  /** Of the root, once it is closed. */
  root: { readonly kind: RootKind; readonly count: number; readonly shown: number } | undefined;
  readonly members: RootMember[] = [];
  /** Arrays deeper than that, in objects alone. */
  readonly nested: NestedArray[] = [];
  readonly #options: PrunerOptions;
  readonly #stack: Frame[] = [];
  readonly #parts: string[] = [];
  #size = 0;

  constructor(options: PrunerOptions) {
    this.#options = options;
  }

  /** The output so far, with every open container closed. */
  finish(): string {
    while (this.#stack.length > 0) this.#end(this.#stack.at(-1)?.shown ?? 0, false);
    return this.#parts.join('');
  }

  /** Elements or members of the root that are shown. */
  get shownAtRoot(): number {
    return this.#stack[0]?.shown ?? this.root?.shown ?? 0;
  }

  get rootKind(): RootKind | undefined {
    return this.#stack[0]?.kind ?? this.root?.kind;
  }

  /** Containers that are open. */
  get depth(): number {
    return this.#stack.length;
  }

  get full(): boolean {
    return this.#size > this.#options.limits.total;
  }

  open(kind: ContainerKind): Pace {
    const { limits, rest, cuts } = this.#options;
    const hidden = this.#stack.length >= limits.depth;
    const parent = this.#stack.at(-1);
    if (parent) parent.nested += 1;
    this.#stack.push({ kind, hidden, from: this.#parts.length, shown: 0, nested: 0, key: '' });
    this.#write(kind === 'object' ? '{' : '[');
    if (hidden) cuts.add('depth');
    return hidden ? rest : 'walk';
  }

  next(index: number): Pace {
    const frame = this.#stack.at(-1);
    if (!frame) return 'walk';
    const { rest, cuts } = this.#options;
    if (index >= this.#room(frame)) {
      cuts.add(frame.kind === 'array' ? 'collections' : 'members');
      return rest;
    }
    if (this.full) {
      cuts.add('budget');
      return rest;
    }
    if (index > 0) this.#write(',');
    this.#newLine(this.#stack.length);
    frame.shown += 1;
    return 'walk';
  }

  key(text: RawText): void {
    const { json, cut } = cutString(text, this.#options.limits.text);
    if (cut) this.#options.cuts.add('strings');
    const frame = this.#stack.at(-1);
    if (frame) frame.key = stringValue({ ...text, raw: json, complete: true });
    this.#write(json);
    this.#write(this.#options.pretty ? ': ' : ':');
  }

  scalar(text: RawText): void {
    const json = this.#scalarText(text);
    this.#write(json);
    this.#ended(text.kind, json, 0, 0);
  }

  close(_kind: ContainerKind, count: number): void {
    this.#end(count);
  }

  /** An object with many containers is a table, and shortened like one. */
  #room({ kind, nested }: Frame): number {
    const { items, members } = this.#options.limits;
    if (kind === 'array') return items;
    const rows = this.#stack.length === 1 ? 2 * items + 20 : Math.max(items, 10);
    return nested >= rows ? 0 : members;
  }

  #end(count: number, exact = true): void {
    const frame = this.#stack.pop();
    if (!frame) return;
    const inObjects = this.#stack.length > 1 && this.#stack.every(({ kind, hidden }) => kind === 'object' && !hidden);
    if (frame.kind === 'array' && inObjects && count > 0 && this.nested.length < MOST_NESTED)
      this.nested.push({ keys: this.#stack.map(({ key }) => key), shown: frame.shown, count, exact });
    if (frame.shown > 0) this.#newLine(this.#stack.length);
    this.#write(frame.kind === 'object' ? '}' : ']');
    const json = this.#stack.length === 1 ? this.#parts.slice(frame.from).join('') : '';
    this.#ended(frame.kind, json, count, frame.shown);
  }

  #ended(kind: RootKind, json: string, count: number, shown: number): void {
    if (this.#stack.length === 0) this.root = { kind, count, shown };
    const parent = this.#stack[0];
    if (this.#stack.length === 1 && parent?.kind === 'object') {
      this.members.push({ key: parent.key, kind, text: json, count, shown });
    }
  }

  #scalarText(text: RawText): string {
    const { limits, cuts } = this.#options;
    if (text.kind === 'string') {
      const { json, cut } = cutString(text, limits.text);
      if (cut) cuts.add('strings');
      return json;
    }
    // Readers refuse numbers of thousands of digits, and a cut number would be another number.
    if (text.bytes <= LONGEST_NUMBER) return text.raw;
    cuts.add('numbers');
    return `"a number of ${text.bytes} characters"`;
  }

  #newLine(depth: number): void {
    if (this.#options.pretty) this.#write(`\n${'  '.repeat(depth)}`);
  }

  #write(part: string): void {
    this.#parts.push(part);
    this.#size += part.length;
  }
}

const LONGEST_NUMBER = 1_000;
