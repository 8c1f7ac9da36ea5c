export type SymbolKind = 'function' | 'type' | 'package' | 'value';
