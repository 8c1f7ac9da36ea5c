import type { PathStep } from '../key-path.ts';
import type { Cuts, Limits } from '../limits.ts';
import { JsonPruner } from './pruner.ts';
import { type RawText, stringValue } from './raw-text.ts';
import type { ContainerKind, JsonVisitor, Pace } from './visitor.ts';

/** A requested value, or one next to it. */
export interface PickedValue {
  /** Its key as written, or undefined in an array. */
  readonly key: string | undefined;
  readonly index: number;
  readonly json: string;
  readonly wanted: boolean;
}

/** Where the path ended when it led nowhere. */
export interface DeadEnd {
  /** Steps that were found. */
  readonly depth: number;
  /** What is there instead of a container; undefined when it is one. */
  readonly scalar?: RawText['kind'];
  readonly keys: readonly string[];
  readonly count: number;
}

export interface PickerOptions {
  readonly steps: readonly PathStep[];
  /** Members to keep on each side of one that is asked for by key. */
  readonly around: number;
  readonly limits: Limits;
  readonly cuts: Cuts;
  readonly pretty: boolean;
  /** The root is a sequence of values, the first step is a place in it. */
  readonly sequence: boolean;
}

interface Frame {
  /** Steps that lead to this container. */
  readonly depth: number;
  readonly kind: ContainerKind | 'sequence';
  readonly keys: string[];
}

/** Follows a path through a document and keeps the target; everything else is skipped unparsed. */
export class JsonPicker implements JsonVisitor {
  readonly picked: PickedValue[] = [];
  deadEnd: DeadEnd | undefined;
  /** The kind of the container the last step goes into. */
  parentKind: Frame['kind'] | undefined;
  readonly #options: PickerOptions;
  readonly #frames: Frame[] = [];
  #pruner: JsonPruner | undefined;
  /** The next value: whether the path goes through it, and its position. */
  #onPath: boolean;
  #wanted: boolean;
  #key: string | undefined;
  #rawKey: string | undefined;
  #index = 0;
  #after = -1;
  #size = 0;
  #done = false;
  /** A container was opened only to be skipped. */
  #passing = false;

  constructor(options: PickerOptions) {
    this.#options = options;
    this.#onPath = !options.sequence;
    this.#wanted = true;
    if (options.sequence) this.#frames.push({ depth: 0, kind: 'sequence', keys: [] });
  }

  /** Nothing that follows can matter. */
  get done(): boolean {
    return this.#done;
  }

  open(kind: ContainerKind): Pace {
    if (this.#pruner) return this.#pruner.open(kind);
    if (!this.#onPath || this.#done) {
      this.#passing = true;
      return 'skip';
    }
    const depth = this.#depth();
    if (depth < this.#options.steps.length) {
      this.#frames.push({ depth, kind, keys: [] });
      return 'walk';
    }
    this.#pruner = this.#newPruner();
    return this.#pruner.open(kind);
  }

  next(index: number): Pace {
    if (this.#pruner) return this.#pruner.next(index);
    const frame = this.#frames.at(-1);
    if (this.#done || !frame) return 'skip';
    this.#index = index;
    this.#key = undefined;
    this.#rawKey = undefined;
    if (frame.kind !== 'object') this.#judge(frame, index);
    return this.#done ? 'skip' : 'walk';
  }

  key(text: RawText): void {
    if (this.#pruner) return this.#pruner.key(text);
    const frame = this.#frames.at(-1);
    if (this.#done || !frame) return;
    this.#rawKey = text.raw;
    this.#key = stringValue(text);
    if (frame.keys.length < MOST_KEYS) frame.keys.push(this.#key);
    this.#judge(frame, this.#key);
  }

  scalar(text: RawText): void {
    if (this.#pruner) return this.#pruner.scalar(text);
    if (!this.#onPath || this.#done) return;
    const depth = this.#depth();
    if (depth < this.#options.steps.length) {
      this.deadEnd = { depth, scalar: text.kind, keys: [], count: 0 };
      this.#done = true;
      return;
    }
    const pruner = this.#newPruner();
    pruner.scalar(text);
    this.#keep(pruner.finish());
  }

  close(kind: ContainerKind, count: number): void {
    const pruner = this.#pruner;
    if (pruner) {
      pruner.close(kind, count);
      if (pruner.depth > 0) return;
      this.#pruner = undefined;
      this.#keep(pruner.finish());
      return;
    }
    if (this.#passing) this.#passing = false;
    else this.#leave(count);
  }

  /** The path led into this container and out of it again: it cannot lead anywhere else. */
  #leave(count: number): void {
    const frame = this.#frames.pop();
    if (frame && !this.picked.some(({ wanted }) => wanted)) {
      this.deadEnd ??= { depth: frame.depth, keys: frame.keys, count };
    }
    this.#done = true;
  }

  #judge(frame: Frame, place: string | number): void {
    const { steps, around } = this.#options;
    const step = steps[frame.depth];
    const isLast = frame.depth === steps.length - 1;
    this.#wanted = matches(step, place);
    const near = isLast && around > 0 && frame.kind === 'object';
    this.#onPath = this.#wanted || near;
    if (isLast) this.parentKind = frame.kind;
    if (near && this.#after >= 0) {
      this.#after += 1;
      if (this.#after > around) this.#done = true;
    }
    if (step?.kind === 'slice' && typeof place === 'number' && place >= step.to) this.#done = true;
    if (step?.kind === 'index' && typeof place === 'number' && place > step.index) this.#done = true;
  }

  #keep(json: string): void {
    const { around, steps } = this.#options;
    this.#size += json.length;
    this.picked.push({ key: this.#rawKey, index: this.#index, json, wanted: this.#wanted });
    const byKey = steps.at(-1)?.kind === 'key';
    if (byKey && this.#wanted) {
      if (around === 0) this.#done = true;
      else this.#after = 0;
    }
    // Those before the one asked for: no more than asked for.
    if (byKey && !this.#wanted && this.#after < 0 && this.picked.length > around) this.picked.shift();
    if (this.#size > this.#options.limits.total && this.#after < 0 && !byKey) {
      this.#options.cuts.add('budget');
      this.#done = true;
    }
    if (steps.length === 0) this.#done = true;
  }

  #depth(): number {
    const frame = this.#frames.at(-1);
    return frame ? frame.depth + 1 : 0;
  }

  #newPruner(): JsonPruner {
    const { limits, cuts, pretty } = this.#options;
    return new JsonPruner({ limits, cuts, rest: 'skip', pretty });
  }
}

const MOST_KEYS = 10_000;

function matches(step: PathStep | undefined, place: string | number): boolean {
  if (!step) return false;
  if (step.kind === 'key') return step.key === place || (typeof place === 'number' && step.key === String(place));
  if (typeof place === 'string') return false;
  return step.kind === 'index' ? step.index === place : place >= step.from && place < step.to;
}
