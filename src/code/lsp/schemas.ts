import { z } from 'zod';

/** What we read of a server's answers: the rest of the protocol is left alone. */
export const Position = z.object({ line: z.number().int().min(0), character: z.number().int().min(0) });
export type Position = z.infer<typeof Position>;
export const Range = z.object({ start: Position, end: Position });
export type Range = z.infer<typeof Range>;

const Location = z.object({ uri: z.string(), range: Range });
const LocationLink = z
  .object({ targetUri: z.string(), targetSelectionRange: Range })
  .transform(({ targetUri, targetSelectionRange }) => ({ uri: targetUri, range: targetSelectionRange }));

/** One place, several, or none. */
export const Locations = z
  .union([z.null(), Location.transform((one) => [one]), z.array(z.union([Location, LocationLink]))])
  .transform((places) => places ?? []);

export interface DocumentSymbol {
  readonly name: string;
  readonly kind: number;
  readonly range: Range;
  readonly selectionRange: Range;
  readonly children: readonly DocumentSymbol[];
}

const Nested: z.ZodType<DocumentSymbol> = z.lazy(() =>
  z.object({
    name: z.string(),
    kind: z.number(),
    range: Range,
    selectionRange: Range,
    children: z.array(Nested).default([]),
  }),
);
const Flat = z
  .object({ name: z.string(), kind: z.number(), location: z.object({ range: Range }) })
  .transform(({ name, kind, location: { range } }) => ({ name, kind, range, selectionRange: range, children: [] }));

export const DocumentSymbols = z
  .union([z.null(), z.array(z.union([Nested, Flat]))])
  .transform((symbols) => symbols ?? []);

/** Passed back to the server as it came. */
export const CallItem = z.looseObject({
  name: z.string(),
  kind: z.number(),
  uri: z.string(),
  range: Range,
  selectionRange: Range,
});
export const CallItems = z.union([z.null(), z.array(CallItem)]).transform((items) => items ?? []);
export const OutgoingCalls = z
  .union([z.null(), z.array(z.object({ to: CallItem, fromRanges: z.array(Range) }))])
  .transform((calls) => calls ?? []);

export const Diagnostic = z.object({
  range: Range,
  severity: z.number().optional(),
  code: z.union([z.string(), z.number()]).optional(),
  source: z.string().optional(),
  message: z.string(),
});
export type Diagnostic = z.infer<typeof Diagnostic>;
export const DiagnosticReport = z.object({ kind: z.string(), items: z.array(Diagnostic).optional() });
export const PublishedDiagnostics = z.object({
  uri: z.string(),
  version: z.number().nullish(),
  diagnostics: z.array(Diagnostic),
});

const Marked = z.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)]);
export const Hover = z
  .union([z.null(), z.object({ contents: z.union([Marked, z.array(Marked)]) })])
  .transform((hover) => (hover === null ? undefined : [hover.contents].flat().join('\n')));

export const Capabilities = z.looseObject({
  callHierarchyProvider: z.unknown().optional(),
  diagnosticProvider: z.unknown().optional(),
});
export const InitializeResult = z.object({ capabilities: Capabilities });
