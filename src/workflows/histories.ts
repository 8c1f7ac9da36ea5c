import { GATED_PR, HYBRID_TDD } from '#contracts/workflow-names.ts';
import type { HistoryEntry } from '#knowledge/history/entry.ts';
import { gatedPrHistory } from './gated-pr/history.ts';
import { hybridTddHistory } from './hybrid-tdd/history.ts';
import type { LoggedNode } from './logged-node.ts';

/** What a workflow's own gates refused and accepted, by the name of its graph; for others only the log is used. */
export const HISTORIES: Readonly<Record<string, (nodes: readonly LoggedNode[]) => HistoryEntry[]>> = {
  [GATED_PR]: gatedPrHistory,
  [HYBRID_TDD]: hybridTddHistory,
};
