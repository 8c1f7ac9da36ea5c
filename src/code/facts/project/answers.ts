import type { CodeSymbol, Lines, SymbolKind } from '../fact-types.ts';

/** What is known, and who says so: a language server, or the text of the file alone. */
export interface Answer<T> {
  readonly by: 'lsp' | 'syntax';
  readonly value: T;
  /** The text of one file does not tell everything: other files were not looked at, or types are unknown. */
  readonly complete: boolean;
  /** Why no language server answered. */
  readonly because?: string;
}

export interface SymbolFact {
  readonly name: string;
  readonly path: string;
  readonly kind: SymbolKind;
  readonly lines: Lines;
  /** What the text says of it, where it was found there too. */
  readonly details?: CodeSymbol;
}

export interface OutgoingCall {
  /** By a server the name of what is called, by the text the callee as written. */
  readonly name: string;
  /** Where it is called. */
  readonly lines: readonly number[];
  /** Where it is defined: only a server knows. */
  readonly target?: { readonly file: string; readonly line: number };
  /** What it is imported from, as written, and as what. */
  readonly module?: string;
  readonly symbol?: string;
}

export interface Reference {
  readonly file: string;
  readonly line: number;
}

export interface DiagnosticFact {
  readonly file: string;
  readonly line: number;
  readonly severity: 'error' | 'warning' | 'info' | 'hint';
  readonly message: string;
  readonly code?: string;
}
