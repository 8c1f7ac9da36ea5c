/** How much of a document is shown. Anything beyond is left out, and counted. */
export interface Limits {
  /** Elements of an array, records, rows, lines. */
  readonly items: number;
  /** Members of an object, columns of a row. */
  readonly members: number;
  /** Levels of nesting; deeper containers are shown empty. */
  readonly depth: number;
  /** Characters of one string. */
  readonly text: number;
  /** Characters of everything together, roughly. */
  readonly total: number;
}

export const limitsFor = (items: number): Limits => ({
  items,
  members: Math.max(100, items),
  depth: 64,
  text: 2_000,
  total: Math.min(1024 * 1024, 64 * 1024 + 512 * items),
});

/** What was left out, by kind. */
export class Cuts {
  readonly #counts = new Map<string, number>();

  add(what: CutKind, times = 1): void {
    if (times > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + times);
  }

  /** One sentence a kind. */
  sentences(): string[] {
    return [...this.#counts].map(([what, times]) => SENTENCES[what as CutKind](times));
  }

  get any(): boolean {
    return this.#counts.size > 0;
  }
}

const s = (count: number, one: string, more: string): string => (count === 1 ? `1 ${one}` : `${count} ${more}`);

const SENTENCES = {
  collections: (n: number) => `${s(n, 'collection is', 'collections are')} shown in part.`,
  members: (n: number) => `${s(n, 'object is', 'objects are')} shown with their first members only.`,
  strings: (n: number) => `${s(n, 'long text is', 'long texts are')} cut and end with "…".`,
  numbers: (n: number) => `${s(n, 'number is', 'numbers are')} too long to show and replaced by a text that says so.`,
  depth: (n: number) => `${s(n, 'container is', 'containers are')} too deep and shown empty.`,
  budget: (n: number) => `${s(n, 'collection ends', 'collections end')} early because the preview is full.`,
  columns: (n: number) => `${s(n, 'row is', 'rows are')} shown with the first columns only.`,
  dropped: (n: number) =>
    `${s(n, 'comment, instruction or declaration is', 'comments, instructions or declarations are')} left out.`,
  entities: (n: number) =>
    `${s(n, 'entity of the document type is', 'entities of the document type are')} shown by name, not replaced.`,
} satisfies Record<string, (count: number) => string>;

export type CutKind = keyof typeof SENTENCES;
