import { Document, isAlias, isMap, isScalar, isSeq, type Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import type { Cuts, Limits } from '../limits.ts';
import { type RootKind, type RootMember, scalarKind } from '../root-member.ts';
import { cutText } from '../xml/escape.ts';
import { parseYaml, type YamlDocument } from './parse.ts';

export interface PrunedYaml {
  readonly text: string;
  readonly kind: RootKind;
  readonly count: number;
  readonly shown: number;
  readonly members: readonly RootMember[];
}

/** The beginning of every collection of a document, as YAML that reads back. Undefined if that is impossible. */
export function pruneYaml(document: YamlDocument, limits: Limits, cuts: Cuts): PrunedYaml | undefined {
  const root = document.contents;
  const size = sizeOf(root);
  try {
    const pruner = new YamlPruner(limits, cuts);
    pruner.trimComments(document);
    pruner.prune(root, 0);
    const text = stringifyChecked(document);
    if (text === undefined) return undefined;
    return { text, kind: kindOf(root), count: size, shown: sizeOf(root), members: pruner.members };
  } catch {
    // An alias to something left out, or nesting beyond the stack.
    return undefined;
  }
}

function stringifyChecked(document: Document): string | undefined {
  const text = document.toString({ lineWidth: 0 });
  return parseYaml(text).ok ? text : undefined;
}

/** One value of a document as a document of its own. */
export function yamlText(node: unknown): string {
  const text = new Document(node, { intAsBigInt: true }).toString({ lineWidth: 0 });
  return text.trimEnd();
}

export const sizeOf = (node: unknown): number => (isMap(node) || isSeq(node) ? node.items.length : 0);

export function kindOf(node: unknown): RootKind {
  if (isMap(node)) return 'object';
  if (isSeq(node)) return 'array';
  return scalarKind(isScalar(node) ? node.value : undefined);
}

class YamlPruner {
  readonly members: RootMember[] = [];
  readonly #limits: Limits;
  readonly #cuts: Cuts;
  #size = 0;

  constructor(limits: Limits, cuts: Cuts) {
    this.#limits = limits;
    this.#cuts = cuts;
  }

  prune(node: unknown, depth: number): void {
    if (isScalar(node)) this.#scalar(node);
    else if (isMap(node)) this.#collection(node, depth, this.#limits.members, 'members');
    else if (isSeq(node)) this.#collection(node, depth, this.#limits.items, 'collections');
    else if (isAlias(node)) this.#size += node.source.length;
    if (isNode(node)) this.trimComments(node);
  }

  trimComments(node: { comment?: string | null; commentBefore?: string | null }): void {
    for (const place of ['comment', 'commentBefore'] as const) {
      const comment = node[place];
      if (typeof comment !== 'string') continue;
      const { text, cut } = cutText(comment, this.#limits.text);
      if (cut) this.#cuts.add('strings');
      node[place] = text;
      this.#size += text.length;
    }
  }

  #collection(node: YAMLMap | YAMLSeq, depth: number, most: number, cut: 'members' | 'collections'): void {
    const all = node.items.length;
    if (depth >= this.#limits.depth) {
      node.items.length = 0;
      if (all > 0) this.#cuts.add('depth');
      return;
    }
    let kept = 0;
    for (const item of node.items) {
      if (kept >= most || this.#size > this.#limits.total) break;
      kept += 1;
      this.#item(item, depth);
    }
    if (kept < all) {
      this.#cuts.add(kept >= most ? cut : 'budget');
      node.items.length = kept;
    }
  }

  #item(item: unknown, depth: number): void {
    if (!(item instanceof Pair)) return this.prune(item, depth + 1);
    const count = sizeOf(item.value);
    this.prune(item.key, depth + 1);
    this.prune(item.value, depth + 1);
    if (depth > 0) return;
    const { key, value } = item;
    const text = isScalar(value) ? String(value.source ?? value.value) : '';
    this.members.push({
      key: isScalar(key) ? String(key.value) : yamlText(key),
      kind: kindOf(value),
      text,
      count,
      shown: sizeOf(value),
    });
  }

  #scalar(node: Scalar): void {
    if (typeof node.value !== 'string') {
      this.#size += 8;
      return;
    }
    const { text, cut } = cutText(node.value, this.#limits.text);
    this.#size += text.length;
    if (!cut) return;
    this.#cuts.add('strings');
    node.value = text;
    delete node.source;
  }
}

const isNode = (node: unknown): node is Node =>
  node instanceof Scalar || node instanceof YAMLMap || node instanceof YAMLSeq;
