export type CodeSymbolKind = 'function' | 'type' | 'package' | 'value';
