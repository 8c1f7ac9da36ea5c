import type { ServerCall } from '../../lsp/client.ts';
import type { Diagnostic, DocumentSymbol } from '../../lsp/schemas.ts';
import { offsetAt } from '../../lsp/text-positions.ts';
import type { CodeSymbol, SymbolKind } from '../fact-types.ts';
import type { DiagnosticFact, OutgoingCall, SymbolFact } from './answers.ts';

const KINDS: Readonly<Record<number, SymbolKind>> = {
  2: 'namespace',
  3: 'namespace',
  5: 'class',
  6: 'method',
  7: 'property',
  8: 'property',
  9: 'constructor',
  10: 'enum',
  11: 'interface',
  12: 'function',
  13: 'variable',
  14: 'constant',
  22: 'property',
  23: 'class',
  26: 'type',
};

const DEEPEST = 24;

/** The symbols of a server, each with what the text says of the name that stands there. */
export function symbolsFrom(
  symbols: readonly DocumentSymbol[],
  text: string,
  known: readonly CodeSymbol[],
): SymbolFact[] {
  const byOffset = new Map(known.map((symbol) => [symbol.at, symbol]));
  const collect = (some: readonly DocumentSymbol[], outer: string, depth: number): SymbolFact[] =>
    some.flatMap(({ name, kind, range, selectionRange, children }) => {
      const details = byOffset.get(offsetAt(text, selectionRange.start));
      const path = outer === '' ? name : `${outer}.${name}`;
      const own: SymbolFact = {
        name,
        path,
        kind: details?.kind ?? KINDS[kind] ?? 'variable',
        lines: { first: range.start.line + 1, last: range.end.line + 1 },
        ...(details ? { details } : {}),
      };
      return [own, ...(depth < DEEPEST ? collect(children, path, depth + 1) : [])];
    });
  return collect(symbols, '', 0);
}

export const callFrom = ({ name, to, from }: ServerCall): OutgoingCall => ({
  name,
  lines: from.map(({ start }) => start.line + 1),
  target: { file: to.file, line: to.range.start.line + 1 },
});

const SEVERITIES = ['error', 'error', 'warning', 'info', 'hint'] as const;

export const diagnosticFrom = (file: string, { range, severity, message, code }: Diagnostic): DiagnosticFact => ({
  file,
  line: range.start.line + 1,
  // One that does not say how bad it is counts as bad.
  severity: SEVERITIES[severity ?? 1] ?? 'error',
  message,
  ...(code === undefined ? {} : { code: String(code) }),
});
