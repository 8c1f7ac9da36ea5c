import { z } from 'zod';
import { GraphDrawing } from './graph-drawing.ts';
import { ShownRun } from './run-shown.ts';
import { WireEvent } from './wire-event.ts';

/** The id of the `<script type="application/json">` of an exported page that holds a `RunExport`. */
export const EXPORT_ELEMENT = 'assay-run';

/** A run that can be viewed without a server. A viewer folds `events` with `RunViewFold`. */
export const RunExport = z.object({
  format: z.literal(1),
  assay: z.string(),
  exportedAt: z.number(),
  run: ShownRun,
  graph: GraphDrawing,
  events: z.array(WireEvent),
  /** Texts of blobs that the events refer to, by hash, truncated; binary ones are left out. */
  blobs: z.record(z.string(), z.object({ text: z.string(), bytes: z.number(), cut: z.boolean() })),
});
export type RunExport = z.infer<typeof RunExport>;
