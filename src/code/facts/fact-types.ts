/** From 1, both included. */
export interface Lines {
  readonly first: number;
  readonly last: number;
}

export type SymbolKind =
  | 'function'
  | 'method'
  | 'constructor'
  | 'getter'
  | 'setter'
  | 'class'
  | 'interface'
  | 'type'
  | 'enum'
  | 'namespace'
  | 'property'
  | 'constant'
  | 'variable';

/** Something with a name that a source text defines. */
export interface CodeSymbol {
  readonly name: string;
  /** With the names of what it stands in: `Stack.push`. Overloads and a getter with its setter share one. */
  readonly path: string;
  readonly kind: SymbolKind;
  readonly exported: boolean;
  /** Its text without the body, blanks made one. */
  readonly signature: string;
  readonly parameters: readonly Parameter[];
  /** Such as `async`, `generator`, `static`, `abstract`, `overload`, and decorators by name (`@property`). */
  readonly modifiers: readonly string[];
  /** The comment or docstring that belongs to it, without its marks. */
  readonly doc?: string;
  /** Of the whole, with decorators and the comment above. */
  readonly lines: Lines;
  /** Offset of its name: what a language server is asked about. */
  readonly at: number;
  readonly hasBody: boolean;
}

export interface Parameter {
  /** As written, without type and default: `x`, `{ a, b }`, `...rest`, `*args`. */
  readonly name: string;
  readonly type?: string;
  /** It can be left out. */
  readonly optional: boolean;
}

export interface Body {
  readonly text: string;
  /** The same for two texts that differ in blanks, line ends and comments only. */
  readonly hash: string;
  readonly lines: Lines;
}

export interface ImportFact {
  /** As written: `./stack.ts`, `.stack`. */
  readonly module: string;
  /** What is taken of it: a name, `default`, `*` for all of it, '' where it is only loaded. */
  readonly name: string;
  /** The name it has here. */
  readonly local?: string;
  /** Where that name stands for another module: `import a.b` loads `a.b`, and `a` is `a`. */
  readonly localModule?: string;
  readonly typeOnly: boolean;
  readonly line: number;
}

export interface ExportFact {
  /** The name others see; `*` where all of another module is passed on. */
  readonly name: string;
  /** The name it has here. */
  readonly local?: string;
  /** Passed on from there. */
  readonly from?: string;
  readonly typeOnly: boolean;
  readonly line: number;
}

export type CallKind = 'call' | 'new' | 'decorator' | 'jsx' | 'template';

export interface CallFact {
  readonly kind: CallKind;
  /** As written, arguments left out: `stack.push`, `expect().not.toBe`, `Stack` for `new Stack(2)`. */
  readonly callee: string;
  readonly line: number;
  readonly binding: Binding;
}

/**
 * What a callee's first name stands for. `symbol` is the callee told from there: with `import { Stack as S }`,
 * `S.of` is `Stack.of`; with `const s = new S()`, `s.push` is `Stack.push`, `via` its value.
 */
export type Binding =
  | { readonly to: 'import'; readonly module: string; readonly symbol: string; readonly via: Via }
  | { readonly to: 'local'; readonly symbol: string; readonly via: Via }
  | { readonly to: 'global'; readonly symbol: string }
  /** An expression that has no name, or a parameter: what it is only a run would tell. */
  | { readonly to: 'unknown' };

/** By its name, by the value or type its variable was given, by a fixture of that name, or by `this`. */
export type Via = 'name' | 'value' | 'type' | 'fixture' | 'self';

export interface TestFact {
  readonly kind: 'suite' | 'test';
  readonly title: string;
  /** A `template` has parts, and a `computed` one is nothing but an expression, that only a run would tell. */
  readonly titleKind: 'static' | 'template' | 'computed';
  /** Titles of the suites around it, its own last. */
  readonly path: readonly string[];
  /** How it is marked: `skip`, `todo`, `only`, `fails`, `each`, `skipIf`, `xfail`, `parametrize`, `given` … */
  readonly modifiers: readonly string[];
  /** Those of the suites around it and of the file. */
  readonly inherited: readonly string[];
  /** It stands under an if, in a loop or in a function, so that it may be there not at all or many times. */
  readonly guarded: boolean;
  readonly lines: Lines;
  /** Of what it does. Absent where nothing is done (`todo`). */
  readonly bodyHash?: string;
  /** Of all of it: title, marks, table, options and body. */
  readonly hash: string;
  readonly assertions: number;
  /** Those of the assertions that look at nothing but constants, so that they cannot fail. */
  readonly constantAssertions: number;
  /** Those in functions of the same file that it calls. */
  readonly helperAssertions: number;
  readonly calls: readonly CallFact[];
  readonly children: readonly TestFact[];
}

/** Code that runs around tests: `beforeEach`, `setUp`, a fixture. A change of it changes the tests. */
export interface HookFact {
  readonly name: string;
  /** Titles of the suites around it. */
  readonly path: readonly string[];
  readonly lines: Lines;
  readonly hash: string;
}

export interface TestFileFacts {
  readonly tests: readonly TestFact[];
  readonly hooks: readonly HookFact[];
}

export type StubFinding =
  /** It throws the sentinel and does nothing else. */
  | { readonly kind: 'throws' }
  /** It does nothing, or gives back a constant. */
  | { readonly kind: 'returns'; readonly value: string }
  /** A signature only: an overload, an abstract method, a declaration. */
  | { readonly kind: 'no-body' }
  | { readonly kind: 'real'; readonly why: string };
