/**
 * A parsed text as plain data: nothing to free, nothing that the parser can change. Nodes are numbered in the order of
 * the text, so the inside of a node is a range of numbers and no walk needs a stack.
 */
export class SyntaxTree {
  readonly text: string;
  /** The grammar's name. */
  readonly grammar: string;
  private readonly rows: TreeRows;
  private lineStarts: readonly number[] | undefined;

  constructor(text: string, grammar: string, rows: TreeRows) {
    this.text = text;
    this.grammar = grammar;
    this.rows = rows;
  }

  get root(): SyntaxNode {
    return this.node(0);
  }

  get size(): number {
    return this.rows.type.length;
  }

  /** Syntax errors: ERROR nodes and missing tokens, in order. */
  get errors(): readonly SyntaxNode[] {
    return this.rows.errors.map((id) => this.node(id));
  }

  node(id: number): SyntaxNode {
    return new SyntaxNode(this, this.rows, id);
  }

  /** The line, from 1, of an offset. */
  lineAt(offset: number): number {
    this.lineStarts ??= findLineStarts(this.text);
    let low = 0;
    let high = this.lineStarts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  /** The start of an offset's line. */
  lineStart(offset: number): number {
    return this.text.lastIndexOf('\n', offset - 1) + 1;
  }
}

/** The nodes as columns; `after` is the number that follows the last node inside. */
export interface TreeRows {
  readonly typeNames: readonly string[];
  readonly fieldNames: readonly string[];
  readonly type: Int32Array;
  readonly field: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly parent: Int32Array;
  readonly after: Int32Array;
  /** 1 named, 2 missing. */
  readonly flags: Uint8Array;
  readonly errors: readonly number[];
}

/** A node: a number and its tree. Two with the same number are the same node; compare `id`. */
export class SyntaxNode {
  readonly tree: SyntaxTree;
  readonly id: number;
  readonly #rows: TreeRows;

  constructor(tree: SyntaxTree, rows: TreeRows, id: number) {
    this.tree = tree;
    this.#rows = rows;
    this.id = id;
  }

  /** Its type in the grammar, such as `function_declaration`. */
  get type(): string {
    return this.#rows.typeNames[this.#rows.type[this.id] ?? 0] ?? '';
  }

  /** Its field name in the parent (`name`, `body`, …), or ''. */
  get field(): string {
    return this.#rows.fieldNames[this.#rows.field[this.id] ?? 0] ?? '';
  }

  /** False for the grammar's literal tokens, such as `;`. */
  get named(): boolean {
    return ((this.#rows.flags[this.id] ?? 0) & 1) === 1;
  }

  /** The parser inserted it because the text lacks it. */
  get missing(): boolean {
    return ((this.#rows.flags[this.id] ?? 0) & 2) === 2;
  }

  /** Offsets into the text, in UTF-16 units as JavaScript counts. */
  get start(): number {
    return this.#rows.start[this.id] ?? 0;
  }

  get end(): number {
    return this.#rows.end[this.id] ?? 0;
  }

  get text(): string {
    return this.tree.text.slice(this.start, this.end);
  }

  get firstLine(): number {
    return this.tree.lineAt(this.start);
  }

  get lastLine(): number {
    return this.tree.lineAt(Math.max(this.start, this.end - 1));
  }

  /** The number after the last node inside. */
  get after(): number {
    return this.#rows.after[this.id] ?? this.id + 1;
  }

  get parent(): SyntaxNode | undefined {
    const parent = this.#rows.parent[this.id] ?? -1;
    return parent < 0 ? undefined : this.tree.node(parent);
  }

  get children(): SyntaxNode[] {
    const all: SyntaxNode[] = [];
    for (let id = this.id + 1; id < this.after; id = this.#rows.after[id] ?? this.after) all.push(this.tree.node(id));
    return all;
  }

  /** Without tokens and comments. */
  get parts(): SyntaxNode[] {
    return this.children.filter((child) => child.named && !isComment(child));
  }

  child(field: string): SyntaxNode | undefined {
    for (let id = this.id + 1; id < this.after; id = this.#rows.after[id] ?? this.after) {
      if (this.#rows.fieldNames[this.#rows.field[id] ?? 0] === field) return this.tree.node(id);
    }
    return undefined;
  }

  hasToken(text: string): boolean {
    return this.children.some((child) => !child.named && child.type === text);
  }

  contains(other: SyntaxNode): boolean {
    return other.id >= this.id && other.id < this.after;
  }
}

export const isComment = (node: SyntaxNode): boolean => /comment$|^line_continuation$|^hash_bang_line$/.test(node.type);

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
