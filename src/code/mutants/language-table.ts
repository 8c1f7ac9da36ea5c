import type { SyntaxNode } from '../parse/syntax-tree.ts';

/** What the mutant makers need to know of a language. Adding a language means adding such a table. */
export interface MutantTable {
  readonly grammar: string;
  /** Node types that are never searched: types, imports, decorators. */
  readonly skip: RegExp;
  /** `type.field` of nodes that are names and so are left alone. */
  readonly keys: ReadonlySet<string>;
  /** Code that only tests run, or that no test runs. */
  readonly aside: (node: SyntaxNode) => boolean;
  readonly blocks: ReadonlySet<string>;
  readonly functions: ReadonlySet<string>;
  readonly classes: ReadonlySet<string>;
  readonly loops: ReadonlySet<string>;
  /** Statements after which nothing in the block runs. */
  readonly exits: ReadonlySet<string>;
  readonly raise: string;
  readonly assert: string | null;
  readonly expressionStatement: string;
  readonly returnStatement: string;
  readonly calls: ReadonlySet<string>;
  /** Node types with a condition, and which part of them it is. */
  readonly conditions: Readonly<Record<string, string | number>>;
  readonly guards: ReadonlySet<string>;
  readonly ternary: string;
  readonly negation: { readonly type: string; readonly operator: string | null };
  readonly binary: ReadonlySet<string>;
  readonly assign: ReadonlySet<string>;
  readonly integer: { readonly type: string; readonly shape: RegExp };
  readonly subscript: { readonly type: string; readonly field: string };
  readonly operators: {
    readonly boundary: Operators;
    readonly equality: Operators;
    readonly logical: Operators;
    readonly arithmetic: Operators;
    readonly update: Operators;
  };
  readonly words: {
    readonly true: string;
    readonly false: string;
    readonly none: string;
    /** A statement that does nothing. */
    readonly pass: string;
    readonly not: (text: string) => string;
    readonly fail: string;
    readonly comment: (text: string) => string;
  };
  /** The type of value that an expression of this node type gives, as far as its form shows. */
  readonly shapes: Readonly<Record<string, Shape>>;
  /** The default value for a function's result. */
  readonly defaults: Readonly<Record<Shape, readonly string[]>>;
}

export type Operators = Readonly<Record<string, string>>;
export type Shape = 'boolean' | 'number' | 'string' | 'list' | 'record' | 'unknown';
