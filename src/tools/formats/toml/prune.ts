import type { TomlTable } from 'smol-toml';
import type { Cuts, Limits } from '../limits.ts';
import { type RootKind, type RootMember, scalarKind } from '../root-member.ts';
import { cutText } from '../xml/escape.ts';
import { tomlText } from './parse.ts';

export interface PrunedToml {
  readonly text: string;
  readonly members: readonly RootMember[];
  readonly count: number;
  readonly shown: number;
}

/** The beginning of every array and table, as TOML that reads back. */
export function pruneToml(table: TomlTable, limits: Limits, cuts: Cuts): PrunedToml | undefined {
  const pruner = new TomlPruner(limits, cuts);
  const pruned = pruner.table(table, 0);
  const text = tomlText(pruned);
  if (text === undefined) return undefined;
  return { text, members: pruner.members, count: Object.keys(table).length, shown: Object.keys(pruned).length };
}

export function tomlKind(value: unknown): RootKind {
  if (Array.isArray(value)) return 'array';
  if (isTable(value)) return 'object';
  return scalarKind(value);
}

/** Dates are objects too, of a class of their own. */
export const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

class TomlPruner {
  readonly members: RootMember[] = [];
  readonly #limits: Limits;
  readonly #cuts: Cuts;
  #size = 0;

  constructor(limits: Limits, cuts: Cuts) {
    this.#limits = limits;
    this.#cuts = cuts;
  }

  table(table: Record<string, unknown>, depth: number): Record<string, unknown> {
    const entries = Object.entries(table);
    const kept: [string, unknown][] = [];
    for (const [key, value] of entries) {
      if (!this.#room(kept.length, this.#limits.members, 'members')) break;
      this.#size += key.length;
      const pruned = this.#value(value, depth + 1);
      kept.push([key, pruned]);
      if (depth === 0) this.members.push(memberOf(key, value, pruned));
    }
    return Object.fromEntries(kept);
  }

  #value(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.#string(value);
    const nested = Array.isArray(value) || isTable(value);
    if (nested && depth >= this.#limits.depth) {
      this.#cuts.add('depth');
      return Array.isArray(value) ? [] : {};
    }
    if (Array.isArray(value)) return this.#array(value, depth);
    if (isTable(value)) return this.table(value, depth);
    this.#size += 8;
    return value;
  }

  #array(values: readonly unknown[], depth: number): unknown[] {
    const kept: unknown[] = [];
    for (const value of values) {
      if (!this.#room(kept.length, this.#limits.items, 'collections')) break;
      kept.push(this.#value(value, depth + 1));
    }
    return kept;
  }

  #room(kept: number, most: number, cut: 'members' | 'collections'): boolean {
    if (kept < most && this.#size <= this.#limits.total) return true;
    this.#cuts.add(kept >= most ? cut : 'budget');
    return false;
  }

  #string(value: string): string {
    const { text, cut } = cutText(value, this.#limits.text);
    if (cut) this.#cuts.add('strings');
    this.#size += text.length;
    return text;
  }
}

function memberOf(key: string, value: unknown, pruned: unknown): RootMember {
  const kind = tomlKind(value);
  const text = kind === 'array' || kind === 'object' ? '' : scalarText(pruned);
  return { key, kind, text, count: sizeOf(value), shown: sizeOf(pruned) };
}

function scalarText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

const sizeOf = (value: unknown): number =>
  Array.isArray(value) ? value.length : isTable(value) ? Object.keys(value).length : 0;
