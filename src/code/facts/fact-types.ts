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

/** A named definition in a source text. */
export interface CodeSymbol {
  readonly name: string;
  /** With the names of its containers: `Stack.push`. Overloads and a getter with its setter share one. */
  readonly path: string;
  readonly kind: SymbolKind;
  readonly exported: boolean;
  /** Its text without the body, whitespace collapsed. */
  readonly signature: string;
  readonly parameters: readonly Parameter[];
  /** Such as `async`, `generator`, `static`, `abstract`, `overload`, and decorators by name (`@property`). */
  readonly modifiers: readonly string[];
  /** The comment or docstring that belongs to it, without comment marks. */
  readonly doc?: string;
  /** Of the whole, with decorators and the comment above. */
  readonly lines: Lines;
  /** Offset of its name: the position for a language server. */
  readonly at: number;
  readonly hasBody: boolean;
}

export interface Parameter {
  /** As written, without type and default: `x`, `{ a, b }`, `...rest`, `*args`. */
  readonly name: string;
  readonly type?: string;
  /** It is optional. */
  readonly optional: boolean;
}

export interface Body {
  readonly text: string;
  /** Equal for two texts that differ only in whitespace, line ends and comments. */
  readonly hash: string;
  readonly lines: Lines;
}

export interface ImportFact {
  /** As written: `./stack.ts`, `.stack`. */
  readonly module: string;
  /** What is imported: a name, `default`, `*` for all of it, '' where it is only loaded. */
  readonly name: string;
  /** Its local name. */
  readonly local?: string;
  /** Where that name stands for another module: `import a.b` loads `a.b`, and `a` is `a`. */
  readonly localModule?: string;
  readonly typeOnly: boolean;
  readonly line: number;
}

export interface ExportFact {
  /** The exported name; `*` where all of another module is re-exported. */
  readonly name: string;
  /** Its local name. */
  readonly local?: string;
  /** Re-exported from there. */
  readonly from?: string;
  readonly typeOnly: boolean;
  readonly line: number;
}

export type CallKind = 'call' | 'new' | 'decorator' | 'jsx' | 'template';

export interface CallFact {
  readonly kind: CallKind;
  /** As written, without arguments: `stack.push`, `expect().not.toBe`, `Stack` for `new Stack(2)`. */
  readonly callee: string;
  readonly line: number;
  readonly binding: Binding;
}

/**
 * What a callee's first name refers to. `symbol` is the callee in terms of that: with `import { Stack as S }`, `S.of`
 * is `Stack.of`; with `const s = new S()`, `s.push` is `Stack.push`, `via` its value.
 */
export type Binding =
  | { readonly to: 'import'; readonly module: string; readonly symbol: string; readonly via: Via }
  | { readonly to: 'local'; readonly symbol: string; readonly via: Via }
  | { readonly to: 'global'; readonly symbol: string }
  /** An expression without a name, or a parameter: only a run can tell what it is. */
  | { readonly to: 'unknown' };

/** By its name, by the value or type of its variable, by a fixture of that name, or by `this`. */
export type Via = 'name' | 'value' | 'type' | 'fixture' | 'self';

export interface TestFact {
  readonly kind: 'suite' | 'test';
  readonly title: string;
  /** A `template` has parts; a `computed` one is an expression that only a run can evaluate. */
  readonly titleKind: 'static' | 'template' | 'computed';
  /** Titles of the suites around it, its own last. */
  readonly path: readonly string[];
  /** Its marks: `skip`, `todo`, `only`, `fails`, `each`, `skipIf`, `xfail`, `parametrize`, `given` … */
  readonly modifiers: readonly string[];
  /** Those of the suites around it and of the file. */
  readonly inherited: readonly string[];
  /** It is under an if, in a loop or in a function, so it may exist not at all or many times. */
  readonly guarded: boolean;
  readonly lines: Lines;
  /** Of its body. Absent where there is none (`todo`). */
  readonly bodyHash?: string;
  /** Of all of it: title, marks, table, options and body. */
  readonly hash: string;
  readonly assertions: number;
  /** Assertions that check only constants, so that they cannot fail. */
  readonly constantAssertions: number;
  /** Those in functions of the same file that it calls. */
  readonly helperAssertions: number;
  readonly calls: readonly CallFact[];
  readonly children: readonly TestFact[];
}

/** Code that runs around tests: `beforeEach`, `setUp`, a fixture. Changing it changes the tests. */
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
  /** It does nothing, or returns a constant. */
  | { readonly kind: 'returns'; readonly value: string }
  /** A signature only: an overload, an abstract method, a declaration. */
  | { readonly kind: 'no-body' }
  | { readonly kind: 'real'; readonly why: string };
