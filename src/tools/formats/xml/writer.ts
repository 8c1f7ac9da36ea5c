import type { Cuts, Limits } from '../limits.ts';
import { cutText, escapeAttribute, escapeText } from './escape.ts';

/** Writes elements as XML 1.0 in UTF-8, long texts cut. */
export class XmlWriter {
  readonly #parts: string[] = ['<?xml version="1.0" encoding="UTF-8"?>\n'];
  readonly #open: string[] = [];
  readonly #limits: Limits;
  readonly #cuts: Cuts;
  #size = 0;
  /** Nothing was written since the last element was opened. */
  #isEmpty = false;

  constructor(limits: Limits, cuts: Cuts) {
    this.#limits = limits;
    this.#cuts = cuts;
  }

  get full(): boolean {
    return this.#size > this.#limits.total;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${this.#attribute(key, value)}"`);
    this.#open.push(name);
    this.#write(`<${name}${written.join('')}>`);
    this.#isEmpty = true;
  }

  text(text: string): void {
    const { text: shown, cut } = cutText(text, this.#limits.text);
    if (cut) this.#cuts.add('strings');
    this.#write(escapeText(shown));
  }

  close(): void {
    const name = this.#open.pop();
    const last = this.#parts.at(-1);
    if (name === undefined || last === undefined) return;
    if (this.#isEmpty) this.#parts[this.#parts.length - 1] = `${last.slice(0, -1)}/>`;
    else this.#write(`</${name}>`);
    this.#isEmpty = false;
  }

  finish(): string {
    while (this.#open.length > 0) this.close();
    return `${this.#parts.join('')}\n`;
  }

  /** A cut name of a namespace would be another namespace. */
  #attribute(key: string, value: string): string {
    if (key === 'xmlns' || key.startsWith('xmlns:')) return escapeAttribute(value);
    const { text, cut } = cutText(value, this.#limits.text);
    if (cut) this.#cuts.add('strings');
    return escapeAttribute(text);
  }

  #write(part: string): void {
    if (part === '') return;
    this.#isEmpty = false;
    this.#parts.push(part);
    this.#size += part.length;
  }
}
