import { JsonPruner, type PrunerOptions } from './pruner.ts';
import type { RawText } from './raw-text.ts';
import type { ContainerKind, JsonVisitor, Pace } from './visitor.ts';

/** Writes the first values of a sequence, one a line. */
export class RecordPruner implements JsonVisitor {
  readonly lines: string[] = [];
  readonly #options: PrunerOptions;
  #record: JsonPruner;
  #size = 0;

  constructor(options: PrunerOptions) {
    this.#options = options;
    this.#record = new JsonPruner(options);
  }

  open(kind: ContainerKind): Pace {
    return this.#record.open(kind);
  }

  next(index: number): Pace {
    if (this.#record.depth > 0) return this.#record.next(index);
    const { limits, cuts, rest } = this.#options;
    if (index < limits.items && this.#size <= limits.total) return 'walk';
    cuts.add(index < limits.items ? 'budget' : 'collections');
    return rest;
  }

  key(text: RawText): void {
    this.#record.key(text);
  }

  scalar(text: RawText): void {
    this.#record.scalar(text);
    this.#endRecord();
  }

  close(kind: ContainerKind, count: number): void {
    this.#record.close(kind, count);
    this.#endRecord();
  }

  #endRecord(): void {
    if (this.#record.depth > 0) return;
    const line = this.#record.finish();
    this.#size += line.length;
    this.lines.push(line);
    this.#record = new JsonPruner(this.#options);
  }
}
